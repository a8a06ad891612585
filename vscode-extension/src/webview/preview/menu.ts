/** The menu as the model reads it, with sizes, sources and changes beside it. */
import { type ChangedOption, changes, type Line, unmarked } from '../../preview/changes';
import type { Base, FromPage, PreviewState } from '../../preview/messages';
import type { MenuBefore, PreviewOption } from '../../protocol';
import { h } from '../dom';

const BASES: [Base, string][] = [
  ['saved', 'the saved file'],
  ['head', 'the last commit'],
  ['none', 'nothing'],
];

const SAID: Record<Line['mark'], string> = { ' ': '', '+': 'new: ', '-': 'gone: ' };

type Send = (message: FromPage) => void;

export function menuTab(state: PreviewState, base: Base, choose: (base: Base) => void, send: Send): Node[] {
  const { preview } = state;
  if (!preview) return [];
  if (preview.menu === null) return [h('p', { class: 'error' }, preview.error ?? 'There is no menu.')];
  const text = preview.menu;
  const before = base === 'saved' ? state.saved : base === 'head' ? state.head : undefined;
  const copy = h('button', { id: 'copy-menu', class: 'copy', click: () => send({ type: 'copy', text }) }, 'Copy Menu');
  const bar = h('div', { class: 'bar' }, compareWith(base, choose), h('span', { class: 'verdict' }, before || state.compared ? verdict(base, before, text) : ''), copy);
  const options = before?.found && before.menu !== null ? changes(before.options, preview.options) : unmarked(preview.options);
  const total = Math.max(1, preview.tokens);
  return [bar, ...options.map((option, number) => block(option, number, preview.options, total, send))];
}

function compareWith(base: Base, choose: (base: Base) => void): HTMLElement {
  const select = h('select', { id: 'base', 'aria-label': 'Compare with', change: () => choose(select.value as Base) });
  for (const [value, label] of BASES) select.append(h('option', { value, selected: value === base }, label));
  return h('label', {}, 'Compare with ', select);
}

function verdict(base: Base, before: MenuBefore | undefined, now: string): string {
  if (base === 'none') return '';
  if (!before) return 'not known';
  if (!before.found) return 'new';
  if (before.menu === null) return before.error ? 'had no menu' : '';
  return before.menu === now ? 'unchanged' : 'changed';
}

function block(option: ChangedOption, number: number, all: readonly PreviewOption[], total: number, send: Send): HTMLElement {
  const now = option.index === undefined ? undefined : all[option.index];
  const head = h('div', { class: 'head' }, name(option.name, `link-${number}`, now, send), h('span', { class: `badge ${option.kind}` }, option.kind === 'same' ? '' : option.kind));
  if (now) {
    head.append(
      h('span', { class: 'kind' }, now.kind),
      h('meter', { min: 0, max: total, value: now.tokens, 'aria-label': `share of ${option.name} in the menu` }),
      h('span', { class: 'size' }, `about ${now.tokens} tokens`),
    );
  }
  const lines = h('pre', { id: `text-${number}`, tabindex: 0 });
  for (const { mark, text } of option.lines) {
    const kind = mark === '+' ? 'plus' : mark === '-' ? 'minus' : 'plain';
    lines.append(h('span', { class: `line ${kind}`, 'aria-label': SAID[mark] ? SAID[mark] + text : undefined }, text), '\n');
  }
  const unknown = now?.unknown ? h('p', { class: 'unknown' }, `Not known from source: ${now.unknown}.`) : undefined;
  return h('article', { class: 'option', 'data-name': option.name }, head, lines, unknown);
}

function name(text: string, id: string, option: PreviewOption | undefined, send: Send): HTMLElement {
  const { uri, line, character } = option ?? {};
  if (uri === undefined || line === undefined) return h('strong', {}, text);
  return h('button', { id, class: 'link', title: 'Show the code', click: () => send({ type: 'open', uri, line, ...(character !== undefined && { character }) }) }, text);
}
