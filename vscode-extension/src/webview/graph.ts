/** The page of the Decision Graph: drawn once, zoomed and moved by its view box. */
import type { DrawnEdge, DrawnNode, Drawing } from '../graph/layout';
import type { FromPage, ToPage } from '../graph/messages';
import { h, svg, type VsCode } from './dom';

declare function acquireVsCodeApi(): VsCode<FromPage>;

const api = acquireVsCodeApi();
const STEP = 1.25;
/** The room that the buttons take. */
const BAR = 60;
/** How much smaller than drawn a text can still be read. */
const READABLE = 2;

class View {
  private x = 0;
  private y = 0;
  private width = 1;
  private height = 1;

  constructor(
    private readonly picture: SVGSVGElement,
    private readonly drawing: Drawing,
    before?: View,
  ) {
    if (before) this.stay(before);
    else this.begin();
    picture.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    picture.addEventListener('pointerdown', (event) => this.drag(event));
  }

  /** All of it where its text can then be read, else where it begins. */
  private begin(): void {
    this.fit();
    const { clientWidth, clientHeight } = document.documentElement;
    if (this.width <= clientWidth * READABLE && this.height <= (clientHeight - BAR) * READABLE) return;
    [this.x, this.y, this.width, this.height] = [0, 0, clientWidth, clientHeight - BAR];
    this.apply();
  }

  /** Where one has moved to, in a graph that is drawn anew. */
  private stay({ x, y, width, height }: View): void {
    [this.x, this.y, this.width, this.height] = [x, y, width, height];
    this.apply();
  }

  /** All of it, but never larger than drawn. */
  fit(): void {
    const { clientWidth, clientHeight } = document.documentElement;
    this.width = Math.max(this.drawing.width, clientWidth);
    this.height = Math.max(this.drawing.height, clientHeight - BAR);
    this.x = (this.drawing.width - this.width) / 2;
    this.y = (this.drawing.height - this.height) / 2;
    this.apply();
  }

  zoom(factor: number, at = { x: this.x + this.width / 2, y: this.y + this.height / 2 }): void {
    this.x = at.x - (at.x - this.x) / factor;
    this.y = at.y - (at.y - this.y) / factor;
    this.width /= factor;
    this.height /= factor;
    this.apply();
  }

  move(dx: number, dy: number): void {
    this.x += dx * this.width;
    this.y += dy * this.height;
    this.apply();
  }

  private apply(): void {
    this.picture.setAttribute('viewBox', [this.x, this.y, this.width, this.height].join(' '));
  }

  private point(event: MouseEvent): { x: number; y: number } {
    const matrix = this.picture.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x, y };
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? STEP : 1 / STEP, this.point(event));
  }

  private drag(down: PointerEvent): void {
    if ((down.target as Element).closest('.node')) return;
    const scale = this.picture.getScreenCTM()?.a || 1;
    const start = { x: this.x, y: this.y };
    const moved = (event: PointerEvent): void => {
      this.x = start.x - (event.clientX - down.clientX) / scale;
      this.y = start.y - (event.clientY - down.clientY) / scale;
      this.apply();
    };
    this.picture.setPointerCapture(down.pointerId);
    this.picture.addEventListener('pointermove', moved);
    this.picture.addEventListener('pointerup', () => this.picture.removeEventListener('pointermove', moved), { once: true });
  }
}

function about({ kind, problem, names, uri, line }: DrawnNode): string {
  const file = decodeURIComponent(uri.split('#')[0]?.split('/').at(-1) ?? '');
  return `${problem === undefined ? (names?.join(', ') ?? kind) : `${kind}: ${problem}`}\n${file}, line ${line + 1}`;
}

function node(each: DrawnNode): SVGElement {
  const open = (): void => api.postMessage({ type: 'open', uri: each.uri, line: each.line, character: each.character });
  const key = (event: Event): void => {
    const { key } = event as KeyboardEvent;
    if (key === 'Enter' || key === ' ') open();
  };
  const unknown = each.problem !== undefined;
  const text = svg('text', { x: each.x, y: each.y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, each.name);
  const box = { x: each.x - each.width / 2, y: each.y - each.height / 2, width: each.width, height: each.height };
  const shape = svg('rect', { ...box, rx: each.kind === 'decision' ? each.height / 2 : 4 });
  const title = svg('title', {}, about(each));
  const said = { role: 'link', tabindex: 0, 'aria-label': `${each.kind} ${each.name}, line ${each.line + 1}` };
  return svg('g', { class: `node ${each.kind}${unknown ? ' unknown' : ''}`, ...said, click: open, keydown: key }, title, shape, text);
}

function edge(each: DrawnEdge): SVGElement {
  const path = each.points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join(' ');
  const middle = each.points[Math.floor(each.points.length / 2)];
  const line = svg('path', { d: path, 'marker-end': 'url(#arrow)' });
  const name = each.option && middle ? svg('text', { x: middle.x, y: middle.y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, each.option) : undefined;
  return svg('g', { class: 'edge' }, line, name);
}

let shown: View | undefined;

function draw(drawing: Drawing): void {
  const marker = svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto' }, svg('path', { d: 'M0 0L8 4L0 8z' }));
  const picture = svg('svg', { role: 'group', 'aria-label': 'Decision graph' }, svg('defs', {}, marker), ...drawing.edges.map(edge), ...drawing.nodes.map(node));
  const bar = h('div', { class: 'bar' });
  document.getElementById('app')?.replaceChildren(bar, picture);
  const view = new View(picture, drawing, shown);
  shown = view;
  bar.append(
    h('button', { click: () => view.zoom(STEP), 'aria-label': 'Zoom in', title: 'Zoom in (+)' }, '+'),
    h('button', { click: () => view.zoom(1 / STEP), 'aria-label': 'Zoom out', title: 'Zoom out (-)' }, '−'),
    h('button', { click: () => view.fit(), title: 'Show all (0)' }, 'Fit'),
    h('span', { class: 'size' }, `${drawing.nodes.length} nodes. Click one to open its code.`),
  );
  const keys: Record<string, () => void> = {
    '+': () => view.zoom(STEP),
    '=': () => view.zoom(STEP),
    '-': () => view.zoom(1 / STEP),
    '0': () => view.fit(),
    ArrowLeft: () => view.move(-0.1, 0),
    ArrowRight: () => view.move(0.1, 0),
    ArrowUp: () => view.move(0, -0.1),
    ArrowDown: () => view.move(0, 0.1),
  };
  document.onkeydown = (event) => keys[event.key]?.();
}

window.addEventListener('message', (event: MessageEvent<ToPage>) => {
  if (event.data.type === 'drawing') draw(event.data.drawing);
  else document.getElementById('app')?.replaceChildren(h('p', { class: 'note' }, event.data.text));
});
api.postMessage({ type: 'ready' });
