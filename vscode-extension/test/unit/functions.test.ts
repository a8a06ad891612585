import { expect, test } from 'vitest';
import { type Item, items } from '../../src/functions/items';
import type { OutlineFile } from '../../src/protocol';

const FILE: OutlineFile = {
  uri: 'file:///my%20code/desk.py',
  functions: [
    { name: 'refund', summary: 'Pay back.', line: 5, character: 4, firstLine: 3, lastLine: 7, decisions: [] },
    {
      name: 'handle',
      summary: 'Handle.',
      line: 12,
      character: 4,
      firstLine: 9,
      lastLine: 20,
      decisions: [{ name: 'make', line: 14, character: 11, options: ['refund', 'close'] }],
    },
  ],
  decisions: [{ name: 'make', line: 30, character: 0, options: null }],
};

const at = (line: number, code: string): { uri: string; line: number; code: string; message: string } => ({ uri: FILE.uri, line, code, message: `${code} says` });

function outline(found: Item[], depth = 0): string[] {
  return found.flatMap((item) => [`${'  '.repeat(depth)}${item.label}: ${item.description}`, ...outline(item.children, depth + 1)]);
}

test('files hold functions, functions their decisions and findings', () => {
  expect(outline(items([FILE], [at(6, 'OP101'), at(15, 'OP402'), at(40, 'OP003')]))).toEqual([
    'desk.py: my code',
    '  refund: 1 finding · Pay back.',
    '    OP101: OP101 says',
    '  handle: 1 finding · Handle.',
    '    make: refund, close',
    '    OP402: OP402 says',
    '  make: menu not known',
    '  OP003: OP003 says',
  ]);
});

test('a finding in a decorator belongs to its function, one above it to none', () => {
  const [file] = items([FILE], [at(8, 'OP001'), at(10, 'OP209'), at(11, 'OP203')]);
  expect(file?.children[1]).toMatchObject({ label: 'handle', description: '2 findings · Handle.' });
  expect(file?.children.at(-1)).toMatchObject({ label: 'OP001' });
});

test('findings of other files are not shown here', () => {
  const [file] = items([FILE], [{ ...at(6, 'OP101'), uri: 'file:///other.py' }]);
  expect(file?.children[0]?.children).toEqual([]);
});

test('a notebook is called by its file', () => {
  const [file] = items([{ uri: 'vscode-notebook-cell:/d/my%20cells%23.ipynb#W0sZmlsZQ', functions: [], decisions: [] }], []);
  expect([file?.label, file?.description]).toEqual(['my cells#.ipynb', 'd']);
});

test('the cells of a notebook are one file, and each keeps its own place and findings', () => {
  const cell = (name: string): OutlineFile => ({ ...FILE, uri: `vscode-notebook-cell:/d/cells.ipynb#${name}`, decisions: [] });
  const other: OutlineFile = { ...FILE, functions: [], decisions: [] };
  const found = items([cell('one'), other, cell('two')], [{ ...at(6, 'OP101'), uri: cell('two').uri }]);
  expect(found.map((file) => file.label)).toEqual(['cells.ipynb', 'desk.py']);
  expect(found[0]?.children.map(({ label, uri, children }) => [label, uri.split('#')[1], children.map((child) => child.label)])).toEqual([
    ['refund', 'one', []],
    ['handle', 'one', ['make']],
    ['refund', 'two', ['OP101']],
    ['handle', 'two', ['make']],
  ]);
});
