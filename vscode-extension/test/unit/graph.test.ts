import { expect, test } from 'vitest';
import { layout } from '../../src/graph/layout';
import type { Graph } from '../../src/protocol';

const node = (id: string, kind = 'function'): Graph['nodes'][number] => ({ id, kind, name: id, uri: 'file:///a.py', line: 1 });

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
