import { expect, test } from 'vitest';
import { layout } from '../../src/graph/layout';
import type { Graph } from '../../src/protocol';

const node = (id: string, kind = 'function'): Graph['nodes'][number] => ({ id, kind, name: id, uri: 'file:///a.py', line: 1, character: 0 });

const GRAPH: Graph = {
  nodes: [node('handle'), node('make', 'decision'), node('refund'), node('pay')],
  edges: [
    { from: 'handle', to: 'make', option: '' },
    { from: 'make', to: 'refund', option: 'refund' },
    { from: 'make', to: 'pay', option: 'pay_back' },
    { from: 'pay', to: 'handle', option: '' },
  ],
};

test('callers stand left of what they lead to, and nothing overlaps', () => {
  const { nodes, width, height } = layout(GRAPH);
  const x = Object.fromEntries(nodes.map((each) => [each.id, each.x]));
  expect(x['handle']).toBeLessThan(x['make'] ?? 0);
  expect(x['make']).toBeLessThan(x['refund'] ?? 0);
  for (const one of nodes) {
    expect(one.x + one.width / 2).toBeLessThanOrEqual(width);
    expect(one.y + one.height / 2).toBeLessThanOrEqual(height);
    for (const other of nodes) {
      const apart = Math.abs(one.x - other.x) >= (one.width + other.width) / 2 || Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
      expect(one === other || apart).toBe(true);
    }
  }
});

test('an option is written on its edge only where the function has another name', () => {
  expect(layout(GRAPH).edges.map((edge) => edge.option)).toEqual(['', '', 'pay_back', '']);
});

test('an option that runs the same function twice has two edges', () => {
  const twice = layout({ nodes: GRAPH.nodes, edges: [...GRAPH.edges, { from: 'make', to: 'pay', option: 'pay_again' }] });
  expect(twice.edges.filter((edge) => edge.to === 'pay').map((edge) => edge.option)).toEqual(['pay_back', 'pay_again']);
  expect(twice.edges.every((edge) => edge.points.length >= 2)).toBe(true);
});

test('an empty graph has a drawing too', () => {
  expect(layout({ nodes: [], edges: [] })).toMatchObject({ nodes: [], edges: [] });
});

test('many values of a decision, which lead nowhere, are one node; functions and what is not known stand by themselves', () => {
  const values = Array.from({ length: 13 }, (_, index) => node(`v${index}`, 'value'));
  const offered = [...values, node('refund'), node('gone', 'unknown')];
  const edges = offered.map(({ id }) => ({ from: 'make', to: id, option: id }));
  const { nodes, edges: drawn } = layout({ nodes: [node('make', 'decision'), ...offered], edges });
  expect(nodes.map(({ id, name, names }) => [id, name, names?.length])).toEqual([
    ['make', 'make', undefined],
    ['v0', '13 values', 13],
    ['refund', 'refund', undefined],
    ['gone', 'gone', undefined],
  ]);
  expect(drawn.map(({ to, option }) => [to, option])).toEqual([['v0', ''], ['refund', ''], ['gone', '']]);
  const few = layout({ nodes: [node('make', 'decision'), ...values.slice(1)], edges: edges.slice(1, 13) });
  expect(few.nodes).toHaveLength(13);
});

test('values that other decisions offer, too, are gathered apart, and no decision loses what it leads to', () => {
  const values = Array.from({ length: 30 }, (_, index) => node(`v${index}`, 'value'));
  const edges = values.flatMap(({ id }, index) => [{ from: 'one', to: id, option: id }, ...(index < 15 ? [{ from: 'two', to: id, option: id }] : [])]);
  const found = layout({ nodes: [node('one', 'decision'), node('two', 'decision'), ...values], edges });
  expect(found.nodes.map(({ id, name }) => [id, name]).slice(2)).toEqual([['v0', '15 values'], ['v15', '15 values']]);
  expect(found.edges.map(({ from, to }) => [from, to])).toEqual([['one', 'v0'], ['two', 'v0'], ['one', 'v15']]);
});
