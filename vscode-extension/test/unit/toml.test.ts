import { expect, test } from 'vitest';
import schema from '../../../op_lint/op-lint.schema.json';
import { prefixOf, suggestions } from '../../src/toml/complete';

function labels(before: string, file = 'pyproject.toml'): string[] {
  return suggestions(before, prefixOf(file) ?? [], schema).map((each) => each.label);
}

test('the settings stand in one table of pyproject.toml, and at the top of op-lint.toml', () => {
  expect([prefixOf('/a/pyproject.toml'), prefixOf('C:\\a\\op-lint.toml'), prefixOf('/a/ruff.toml')]).toEqual([['tool', 'op-lint'], [], undefined]);
});

test('keys are offered in the table of op-lint only', () => {
  expect(labels('[tool.op-lint]\nsel')).toContain('extend-select');
  expect(labels('[tool.op-lint] # ours\n')).toContain('per-file-ignores');
  expect(labels('[tool.ruff]\nsel')).toEqual([]);
  expect(labels('[tool.op-lint]\n[tool.ruff]\nsel')).toEqual([]);
  expect(labels('sel', 'op-lint.toml')).toContain('select');
});

test('rules are offered as values, also in a list over several lines', () => {
  expect(labels('[tool.op-lint]\nignore = ["OP20')).toContain('OP203');
  expect(labels('[tool.op-lint]\nignore = [\n  "OP101", # why [\n  "')).toContain('missing-description');
  expect(labels('[tool.op-lint]\nignore = ["OP101"]\nsel')).toContain('select');
});

test('inside quotes only the rest of the text is inserted', () => {
  const [first] = suggestions('ignore = ["OP2', [], schema).filter((each) => each.label === 'OP203');
  expect(first).toMatchObject({ insert: 'OP203', replaces: 3 });
  const [bare] = suggestions('ignore = [', [], schema).filter((each) => each.label === 'OP203');
  expect(bare).toMatchObject({ insert: '"OP203"', replaces: 0 });
});

test('severities are offered by rule', () => {
  expect(labels('[tool.op-lint.severity]\nOP203 = "')).toEqual(['error', 'warning', 'info']);
  expect(labels('[tool.op-lint.severity]\n')).toContain('OP203');
  expect(labels('[tool.op-lint]\nseverity.OP203 = ')).toContain('error');
});

test('the options of a rule are offered in its table', () => {
  expect(labels('[tool.op-lint.rules.')).toContain('tool.op-lint.rules.menu-budget');
  expect(labels('[tool.op-lint.rules.menu-budget]\n').length).toBeGreaterThan(0);
});

test('the header of the table is offered', () => {
  expect(labels('[')).toEqual(expect.arrayContaining(['tool.op-lint', 'tool.op-lint.severity']));
  expect(labels('[', 'op-lint.toml')).toContain('severity');
});

test('a key is inserted with the form of its value', () => {
  const made = (name: string): string | undefined => suggestions('', [], schema).find((each) => each.label === name)?.insert;
  expect([made('select'), made('extend'), made('severity')]).toEqual(['select = ["$1"]', 'extend = "$1"', 'severity = { $1 }']);
});
