/** Where each node and edge of a decision graph is drawn. */
import { graphlib, layout as dagre } from '@dagrejs/dagre';
import type { Graph, GraphNode as ServerNode } from '../protocol';

interface GraphNode extends ServerNode {
  /** What this node stands for, where that is more than one. */
  names?: string[];
}

export interface DrawnNode extends GraphNode {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DrawnEdge {
  from: string;
  to: string;
  option: string;
  points: { x: number; y: number }[];
}

export interface Drawing {
  nodes: DrawnNode[];
  edges: DrawnEdge[];
  width: number;
  height: number;
}

const CHARACTER = 7.6;
const HEIGHT = 34;

/** How many values of one decision are drawn each by itself. */
const MOST = 12;

/** Left to right, callers before what they lead to; cycles are drawn back. Positions are centres, in pixels. */
export function layout(whole: Graph): Drawing {
  const graph = gathered(whole);
  const drawn = new graphlib.Graph({ multigraph: true });
  drawn.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 60, edgesep: 12, marginx: 20, marginy: 20 });
  drawn.setDefaultEdgeLabel(() => ({}));
  for (const node of graph.nodes) drawn.setNode(node.id, { width: width(node.name) + 28, height: HEIGHT });
  graph.edges.forEach((edge, index) => {
    const text = shownOption(graph, edge);
    drawn.setEdge(edge.from, edge.to, { width: text ? width(text) : 0, height: text ? 16 : 0, labelpos: 'c' }, String(index));
  });
  dagre(drawn);
  const nodes = graph.nodes.map((node): DrawnNode => {
    const { x = 0, y = 0, width = 0, height = 0 } = drawn.node(node.id) as Partial<DrawnNode>;
    return { ...node, x, y, width, height };
  });
  const edges = graph.edges.map((edge, index): DrawnEdge => {
    const { points } = drawn.edge(edge.from, edge.to, String(index)) as { points: DrawnEdge['points'] };
    return { from: edge.from, to: edge.to, option: shownOption(graph, edge), points: points.map(({ x, y }) => ({ x, y })) };
  });
  const size = drawn.graph() as { width?: number; height?: number };
  return { nodes, edges, width: size.width ?? 0, height: size.height ?? 0 };
}

/** Where decisions offer many values, which lead nowhere, one node stands for all that the same ones offer: it leads to the first. */
function gathered(graph: Graph): Graph & { nodes: GraphNode[] } {
  const offering = new Map<string, Set<string>>();
  for (const { from, to } of graph.edges) offering.set(to, (offering.get(to) ?? new Set()).add(from));
  const together = new Map<string, GraphNode[]>();
  for (const node of graph.nodes) {
    const by = [...(offering.get(node.id) ?? [])].sort().join('\n');
    if (node.kind === 'value') together.set(by, [...(together.get(by) ?? []), node]);
  }
  const nodes = new Map(graph.nodes.map((node): [string, GraphNode] => [node.id, node]));
  for (const many of together.values()) {
    const [first, ...others] = many;
    if (first === undefined || many.length <= MOST) continue;
    for (const { id } of others) nodes.delete(id);
    nodes.set(first.id, { ...first, kind: 'values', name: `${many.length} values`, names: many.map(({ name }) => name) });
  }
  return { nodes: [...nodes.values()], edges: graph.edges.filter((edge) => nodes.has(edge.to)) };
}

/** An option is written on its edge where the function that it leads to has another name. */
function shownOption(graph: Graph, edge: Graph['edges'][number]): string {
  const target = graph.nodes.find((node) => node.id === edge.to);
  if (target?.kind === 'values') return '';
  return edge.option === target?.name ? '' : edge.option;
}

function width(text: string): number {
  let cells = 0;
  for (const character of text) cells += character > '\u2e7f' ? 1.8 : 1;
  return Math.ceil(cells * CHARACTER);
}
