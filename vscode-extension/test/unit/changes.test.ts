import { expect, test } from 'vitest';
import { changes, lineChanges, unmarked } from '../../src/preview/changes';

const part = (name: string, ...lines: string[]): { name: string; text: string } => ({ name, text: [`${name}()`, ...lines].join('\n') });

function shown(lines: { mark: string; text: string }[]): string[] {
  return lines.map(({ mark, text }) => mark + text);
}

test('each option is the same, added, changed or removed', () => {
  const before = [part('a'), part('b', 'old'), part('c')];
  const now = [part('b', 'new'), part('d'), part('a')];
  expect(changes(before, now).map(({ name, kind, index }) => [name, kind, index])).toEqual([
    ['b', 'changed', 0],
    ['d', 'added', 1],
    ['a', 'same', 2],
    ['c', 'removed', undefined],
  ]);
});

test('a changed option shows its lines, the gone one before the new one', () => {
  const [option] = changes([part('a', 'x', 'y')], [part('a', 'x', 'z')]);
  expect(shown(option?.lines ?? [])).toEqual([' a()', ' x', '-y', '+z']);
});

test.each([
  ['', 'a', ['-', '+a']],
  ['a|b|c', 'b|c|d', ['-a', ' b', ' c', '+d']],
  ['a|b', 'b|a', ['-a', ' b', '+a']],
  ['a|b|c', 'a|c', [' a', '-b', ' c']],
  ['a', 'a', [' a']],
])('%s to %s', (old, now, expected) => {
  expect(shown(lineChanges(old.split('|'), now.split('|')))).toEqual(expected);
});

test('whatever changes, the lines of now and of before are all there in order', () => {
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  const list = (): string[] => Array.from({ length: random(7) }, () => 'abc'[random(3)] ?? '');
  for (let round = 0; round < 500; round++) {
    const [old, now] = [list(), list()];
    const lines = lineChanges(old, now);
    expect(lines.filter(({ mark }) => mark !== '-').map(({ text }) => text)).toEqual(now);
    expect(lines.filter(({ mark }) => mark !== '+').map(({ text }) => text)).toEqual(old);
  }
});

test('without a comparison no line is marked', () => {
  expect(unmarked([part('a', 'x')])).toEqual([
    { name: 'a', index: 0, kind: 'same', lines: [{ mark: ' ', text: 'a()' }, { mark: ' ', text: 'x' }] },
  ]);
});
