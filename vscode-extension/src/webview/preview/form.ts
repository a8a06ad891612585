/** The form that a user interface shows for each function, with the controls that it would have. */
import type { Control, Preview } from '../../protocol';
import { h } from '../dom';

export function formTab(preview: Preview | undefined, functions: readonly string[]): Node[] {
  const forms = (preview?.options ?? []).filter((option) => option.form !== undefined);
  if (!forms.length) return [h('p', {}, 'There is no form here: only functions have one.')];
  return forms.map((option, number) =>
    h(
      'form',
      { 'aria-label': option.name, submit: (event) => event.preventDefault() },
      h('h2', {}, option.name),
      option.description ? h('p', {}, option.description) : undefined,
      ...(option.form ?? []).map((control, index) => row(control, `f${number}-${index}`, functions)),
      option.form?.length ? undefined : h('p', {}, 'Nothing to fill in.'),
    ),
  );
}

function row(control: Control, id: string, functions: readonly string[]): HTMLElement {
  const kind = control.optional ? `${control.type}, optional` : control.type;
  const label = h('label', { for: id }, h('strong', {}, control.label), ` (${kind}) `, h('span', { class: 'description' }, control.description));
  return h('div', { class: 'row', 'data-field': control.name, 'data-widget': control.widget }, label, ...widget(control, id, functions));
}

function widget(control: Control, id: string, functions: readonly string[]): Node[] {
  switch (control.widget) {
    case 'toggle':
      return [toggle(control, id)];
    case 'select':
      return [h('select', { id }, h('option', { value: '' }, control.ghost), ...functions.map((name) => h('option', { value: name }, name)))];
    case 'chips':
      return chips(control, id);
    case 'textarea':
      return [ghosted(h('textarea', { id, rows: 3, placeholder: control.ghost }), control)];
    case 'input':
      return [ghosted(h('input', { id, type: 'text', placeholder: control.ghost }), control)];
  }
}

function toggle(control: Control, id: string): HTMLElement {
  const on = control.ghost_is_default && control.ghost === 'True';
  const button: HTMLButtonElement = h(
    'button',
    {
      id,
      type: 'button',
      role: 'switch',
      'aria-checked': String(on),
      click: () => {
        button.setAttribute('aria-checked', String(button.getAttribute('aria-checked') !== 'true'));
      },
    },
    h('span', { class: 'yes' }, 'yes'),
    h('span', { class: 'no' }, 'no'),
  );
  return button;
}

function chips(control: Control, id: string): Node[] {
  const input = ghosted(h('input', { id, type: 'text', placeholder: control.ghost }), control);
  const chip = (choice: string): HTMLElement => h('button', { type: 'button', class: 'chip', click: () => (input.value = choice) }, choice);
  return [h('div', { class: 'chips' }, ...control.choices.map(chip)), input];
}

/** Tab turns a default that is shown as ghost text into the value. */
function ghosted<E extends HTMLInputElement | HTMLTextAreaElement>(field: E, control: Control): E {
  if (!control.ghost_is_default) return field;
  field.title = 'Tab takes the default';
  field.addEventListener('keydown', (event) => {
    const pressed = event as KeyboardEvent;
    if (pressed.key !== 'Tab' || pressed.shiftKey || field.value) return;
    field.value = control.ghost;
    event.preventDefault();
  });
  return field;
}
