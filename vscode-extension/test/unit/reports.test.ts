// The reports of the command line, read by programs of those they are for. tests/lint/report makes the golden files.
import { readFileSync } from 'node:fs';
import * as core from '@actions/core';
import { validate } from '@umbrelladocs/rdformat-validator';
import { commandFromString } from 'azure-pipelines-task-lib/taskcommand';
import { expect, test, vi } from 'vitest';

const SAID = [
  'nothing reads "colour": 100% sure',
  'a | b, c; d]:\n<e> & *f*',
  'said twice',
  'two lines',
  'a byte \x07',
];
const FILE = 'shop/tools é.py';

function golden(format: string): string {
  return readFileSync(new URL(`../../../tests/lint/report/golden/${format}.txt`, import.meta.url), 'utf8');
}

function lines(format: string): string[] {
  return golden(format).trimEnd().split('\n');
}

/** What GitHub's toolkit writes for an annotation. */
function toolkit(level: 'error' | 'warning' | 'notice', message: string, properties: core.AnnotationProperties): string {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  core[level](message, { file: FILE, startLine: 1, ...properties });
  spy.mockRestore();
  return written.join('').trimEnd();
}

test('github: byte for byte what the toolkit of GitHub Actions writes', () => {
  const colour = { endLine: 1, startColumn: 12, endColumn: 20 };
  expect(lines('github')).toEqual([
    toolkit('error', SAID[0]!, { title: 'OP204 unknown-metadata-key', ...colour }),
    toolkit('warning', SAID[1]!, { title: 'OP203 missing-description', ...colour }),
    toolkit('warning', SAID[2]!, { title: 'OP203 missing-description', ...colour }),
    toolkit('notice', SAID[3]!, { title: 'OP410 undescribed-value-option', endLine: 2, startColumn: 1 }),
    toolkit('error', SAID[4]!, { title: 'OP002 unreadable-file', endLine: 1, startColumn: 1, endColumn: 1 }),
  ]);
});

test('azure: the commands that the task library of Azure Pipelines reads', () => {
  const read = lines('azure').map((line) => commandFromString(line));
  expect(read.map((each) => each.message)).toEqual(SAID);
  expect(new Set(read.map((each) => each.command))).toEqual(new Set(['task.logissue']));
  expect(read[1]!.properties).toEqual({
    type: 'warning',
    sourcepath: FILE,
    linenumber: '1',
    columnnumber: '12',
    code: 'OP203',
  });
});

test('rdjson: what a validator of the diagnostic format of reviewdog lets pass', async () => {
  expect(await validate(golden('rdjson'))).toMatchObject({ valid: true, errors: [], warnings: [] });
  expect(await validate({ diagnostics: [{ message: 'no place' }] })).toMatchObject({ valid: false });
});
