/** Tabs over one preview: the menu, the tool spec, the form, a reply tried. */
import { type Action, ACTIONS, type Base, type FromPage, type Note, type PreviewState, type Tab, TABS, type ToPage } from '../../preview/messages';
import type { Preview } from '../../protocol';
import { h, type VsCode } from '../dom';
import { formTab } from './form';
import { menuTab } from './menu';
import { ReplyTab } from './reply';
import { specTab } from './spec';

const TITLES: Record<Tab, string> = { menu: 'Menu', spec: 'Tool Spec', form: 'Form', reply: 'Try a Reply' };

interface Kept {
  tab: Tab;
  base: Base;
  reply: string;
}

export class App {
  private state: PreviewState = { functions: [] };
  private kept: Kept;
  private readonly head = h('header');
  private readonly tabs = h('div', { role: 'tablist', 'aria-label': 'Views of the menu' });
  private readonly panels = new Map<Tab, HTMLElement>();
  private readonly reply: ReplyTab;
  private formShown = '';

  constructor(
    root: HTMLElement,
    private readonly api: VsCode<FromPage>,
  ) {
    const kept = (api.getState() ?? {}) as Partial<Kept>;
    this.kept = { tab: kept.tab ?? 'menu', base: kept.base ?? 'saved', reply: kept.reply ?? '' };
    this.reply = new ReplyTab(api, this.kept.reply, (reply) => this.keep({ reply }));
    this.tabs.addEventListener('keydown', (event) => this.moveTab(event));
    for (const tab of TABS) {
      this.tabs.append(this.button(tab));
      const panel = h('section', { role: 'tabpanel', id: `panel-${tab}`, 'aria-labelledby': `tab-${tab}`, tabindex: 0 });
      this.panels.set(tab, panel);
    }
    this.panels.get('reply')?.append(this.reply.element);
    root.replaceChildren(this.head, this.tabs, ...this.panels.values());
    this.select(this.kept.tab);
    this.render();
  }

  receive(message: ToPage): void {
    if (message.type === 'tab') {
      this.select(message.tab);
      if (message.tab === 'reply') this.reply.focus();
    } else {
      this.state = message.state;
      this.render();
    }
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    this.api.setState(this.kept);
  }

  private button(tab: Tab): HTMLElement {
    const attributes = { role: 'tab', id: `tab-${tab}`, 'aria-controls': `panel-${tab}`, click: () => this.select(tab) };
    return h('button', attributes, TITLES[tab]);
  }

  private select(tab: Tab): void {
    this.keep({ tab });
    for (const each of TABS) {
      const chosen = each === tab;
      const button = this.tabs.querySelector(`#tab-${each}`);
      button?.setAttribute('aria-selected', String(chosen));
      button?.setAttribute('tabindex', chosen ? '0' : '-1');
      this.panels.get(each)?.toggleAttribute('hidden', !chosen);
    }
  }

  private moveTab(event: KeyboardEvent): void {
    const at = TABS.indexOf(this.kept.tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : TABS.at(to % TABS.length);
    if (next === undefined) return;
    this.select(next);
    this.tabs.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
    event.preventDefault();
  }

  private render(): void {
    const focused = document.activeElement?.id;
    this.draw();
    // What had the keyboard's focus was replaced; its successor takes it over.
    if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  }

  private draw(): void {
    const { preview, note } = this.state;
    this.head.replaceChildren(
      preview ? this.title(preview) : h('h1', {}, 'Menu Preview'),
      h('span', { class: 'size' }, preview?.menu != null ? `about ${preview.tokens} tokens` : ''),
      h('span', { class: 'stale', role: 'status' }, preview ? staleness(this.state) : ''),
    );
    if (note) this.head.append(this.note(note));
    this.tabs.hidden = !preview;
    for (const panel of this.panels.values()) panel.classList.toggle('empty', !preview);
    const base = this.kept.base;
    const choose = (chosen: Base): void => {
      this.keep({ base: chosen });
      this.render();
    };
    this.panels.get('menu')?.replaceChildren(...menuTab(this.state, base, choose, (message) => this.api.postMessage(message)));
    this.panels.get('spec')?.replaceChildren(...specTab(preview, (message) => this.api.postMessage(message)));
    this.renderForm();
    this.reply.show(this.state.reply);
  }

  /** A form that is the same keeps what was typed into it. */
  private renderForm(): void {
    const { preview, functions } = this.state;
    const forms = (preview?.options ?? []).map((option) => [option.name, option.form]);
    const shown = JSON.stringify([forms, functions]);
    if (shown === this.formShown) return;
    this.formShown = shown;
    this.panels.get('form')?.replaceChildren(...formTab(preview, functions));
  }

  private note({ text, actions }: Note): HTMLElement {
    const button = (command: Action): HTMLElement =>
      h('button', { id: command, class: 'copy', click: () => this.api.postMessage({ type: 'run', command }) }, ACTIONS[command]);
    return h('div', { class: 'note', role: 'status' }, h('span', {}, text), ...actions.map(button));
  }

  private title({ name, uri, range: { start } }: Preview): HTMLElement {
    // To the place itself: at the beginning of its line the cursor may be in something else.
    const open = (): void => this.api.postMessage({ type: 'open', uri, ...start });
    // A cell's URI is its notebook's with a fragment.
    const file = decodeURIComponent(uri.split('#')[0]?.split('/').at(-1) ?? '');
    return h('h1', {}, h('button', { id: 'place', class: 'link', click: open, title: 'Show the code' }, name), ` in ${file}:${start.line + 1}`);
  }
}

function staleness({ preview, kept }: PreviewState): string {
  if (kept) return 'shown last: there is no menu at the cursor';
  return preview?.stale ? 'of the last text that could be read' : '';
}
