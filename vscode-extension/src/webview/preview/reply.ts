/** A reply that somebody pastes, and what would become of it. */
import type { FromPage } from '../../preview/messages';
import type { TryResult } from '../../protocol';
import { h, type VsCode } from '../dom';

export class ReplyTab {
  readonly element: HTMLElement;
  private readonly input: HTMLTextAreaElement;
  private readonly result = h('div', { class: 'result', 'aria-live': 'polite' });

  constructor(
    private readonly api: VsCode<FromPage>,
    text: string,
    keep: (text: string) => void,
  ) {
    this.input = h('textarea', {
      id: 'reply',
      rows: 6,
      placeholder: '{"call": "...", "args": {...}}',
      input: () => keep(this.input.value),
      keydown: (event) => this.key(event as KeyboardEvent),
    });
    this.input.value = text;
    this.element = h(
      'form',
      { submit: (event) => this.send(event) },
      h('label', { for: 'reply' }, 'What the model said, as it said it (Ctrl+Enter or Cmd+Enter tries it):'),
      this.input,
      h('button', { class: 'primary', id: 'try' }, 'Try'),
      this.result,
    );
  }

  focus(): void {
    this.input.focus();
  }

  show(result: TryResult | undefined): void {
    this.result.replaceChildren(...(result ? shown(result, (text) => this.api.postMessage({ type: 'copy', text })) : []));
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.send(event);
  }

  private send(event: Event): void {
    event.preventDefault();
    this.api.postMessage({ type: 'try', reply: this.input.value });
  }
}

function shown(result: TryResult, copy: (text: string) => void): Node[] {
  if (result.ok) {
    return [
      h('p', { class: 'good' }, 'Picks ', h('strong', {}, result.option), ` (${result.kind})`),
      h('h2', {}, 'Arguments'),
      h('pre', { class: 'arguments', tabindex: 0 }, JSON.stringify(result.args, null, 2)),
      ...list('Repaired', result.notes),
      ...list('Dropped', result.dropped),
    ];
  }
  if ('problem' in result) return [h('p', { class: 'error' }, result.problem)];
  return [
    h('p', { class: 'error' }, h('strong', {}, result.error.kind), ` ${result.error.message}`),
    h('div', { class: 'head' }, h('h2', {}, 'The model is asked again'), h('button', { type: 'button', class: 'copy', click: () => copy(result.prompt) }, 'Copy')),
    h('pre', { class: 'prompt', tabindex: 0 }, result.prompt),
  ];
}

function list(title: string, items: readonly string[]): Node[] {
  return items.length ? [h('h2', {}, title), h('ul', {}, ...items.map((item) => h('li', {}, item)))] : [];
}
