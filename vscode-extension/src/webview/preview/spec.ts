/** What providers are sent: the tool spec of each function, and the schema of a valid pick. */
import type { FromPage } from '../../preview/messages';
import type { Preview } from '../../protocol';
import { h } from '../dom';

type Send = (message: FromPage) => void;

export function specTab(preview: Preview | undefined, send: Send): Node[] {
  if (!preview) return [];
  const parts: Node[] = [];
  for (const option of preview.options) {
    if (option.spec === undefined) continue;
    const strict = option.strictProblem ? `no strict form: ${option.strictProblem}` : 'has a strict form';
    parts.push(json(`Tool ${option.name}`, option.spec, send, strict));
  }
  if (preview.schema) parts.push(json('Schema of a valid pick', preview.schema, send));
  return parts.length ? parts : [h('p', {}, 'There is no tool spec here.')];
}

function json(title: string, value: unknown, send: Send, note = ''): HTMLElement {
  const text = JSON.stringify(value, null, 2);
  const copy = h('button', { class: 'copy', click: () => send({ type: 'copy', text }) }, 'Copy');
  const head = h('div', { class: 'head' }, h('h2', {}, title), h('span', { class: 'size' }, note), copy);
  return h('article', {}, head, h('pre', { tabindex: 0 }, text));
}
