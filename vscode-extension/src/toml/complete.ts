/** Completion of op-lint's settings in TOML, from their JSON Schema; no other extension is needed for it. */

export interface Schema {
  type?: string;
  description?: string;
  enum?: readonly unknown[];
  /** Values among others. */
  examples?: readonly unknown[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
}

export interface Suggestion {
  label: string;
  /** A snippet of the editor. */
  insert: string;
  detail: string;
  kind: 'table' | 'key' | 'value';
  /** How many characters before the cursor it replaces. */
  replaces: number;
}

/** The tables in which the settings stand: the whole file, or one table of pyproject.toml. */
export function prefixOf(file: string): readonly string[] | undefined {
  const name = file.split(/[/\\]/).at(-1);
  return name === 'op-lint.toml' ? [] : name === 'pyproject.toml' ? ['tool', 'op-lint'] : undefined;
}

/** What may stand at the end of `before`, the file's text up to the cursor. */
export function suggestions(before: string, prefix: readonly string[], schema: Schema): Suggestion[] {
  const lines = before.split(/\r?\n/);
  const line = lines.at(-1) ?? '';
  const header = /^\s*\[([^\]]*)$/.exec(line);
  if (header && openKey(lines) === undefined) return tables(header[1] ?? '', prefix, schema);
  const table = inner(currentTable(lines), prefix);
  const here = table && descend(schema, table);
  if (!here) return [];
  const value = openKey(lines);
  if (value !== undefined) return values(descend(here, splitKey(value)), line);
  const key = /^\s*([\w-]*)$/.exec(line);
  return key ? keys(key[1] ?? '', here) : [];
}

function tables(written: string, prefix: readonly string[], schema: Schema): Suggestion[] {
  const found = [...(prefix.length ? [{ path: prefix, about: schema }] : [])];
  const visit = (path: readonly string[], at: Schema): void => {
    for (const [name, child] of Object.entries(at.properties ?? {})) {
      if (child.type !== 'object') continue;
      found.push({ path: [...path, name], about: child });
      visit([...path, name], child);
    }
  };
  visit(prefix, schema);
  return found.map(({ path, about }) => {
    const label = path.join('.');
    return { label, insert: label, detail: about.description ?? '', kind: 'table', replaces: written.length };
  });
}

function keys(written: string, at: Schema): Suggestion[] {
  return Object.entries(at.properties ?? {}).map(([label, schema]) => ({
    label,
    insert: `${label} = ${placeholder(schema)}`,
    detail: schema.description ?? '',
    kind: 'key',
    replaces: written.length,
  }));
}

function placeholder(schema: Schema): string {
  if (schema.enum) return `"\${1|${schema.enum.join(',')}|}"`;
  switch (schema.type) {
    case 'array':
      return '["$1"]';
    case 'object':
      return '{ $1 }';
    case 'boolean':
      return '${1|true,false|}';
    case 'integer':
      return '${1:0}';
    default:
      return '"$1"';
  }
}

function values(schema: Schema | undefined, line: string): Suggestion[] {
  const choices = [schema, schema?.items].flatMap((each) => [...(each?.enum ?? []), ...(each?.examples ?? [])]);
  const written = /(["']?)([\w-]*)$/.exec(line);
  const quote = written?.[1] ?? '';
  return choices.map((choice) => ({
    label: String(choice),
    insert: quote ? String(choice) : JSON.stringify(choice),
    detail: '',
    kind: 'value',
    replaces: (written?.[2] ?? '').length,
  }));
}

function currentTable(lines: readonly string[]): string[] {
  for (const line of lines.slice(0, -1).toReversed()) {
    const header = /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(line);
    if (header?.[1]) return splitKey(header[1]);
  }
  return [];
}

/** The key whose value the end of the text stands in. */
function openKey(lines: readonly string[]): string | undefined {
  for (let number = lines.length - 1; number >= 0; number--) {
    const assigned = /^\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=(.*)$/.exec(lines[number] ?? '');
    if (assigned) {
      const value = [assigned[2] ?? '', ...lines.slice(number + 1)].join('\n');
      return number === lines.length - 1 || isOpen(value) ? assigned[1] : undefined;
    }
    if (/^\s*\[[\w."' -]+\]\s*(?:#.*)?$/.test(lines[number] ?? '')) return undefined;
  }
  return undefined;
}

/** Whether a value's brackets are not all closed; strings and comments count for nothing. */
function isOpen(value: string): boolean {
  const bare = value.replace(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*/g, '');
  return bare.split('[').length > bare.split(']').length || bare.split('{').length > bare.split('}').length;
}

function splitKey(dotted: string): string[] {
  return [...dotted.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function inner(table: readonly string[], prefix: readonly string[]): string[] | undefined {
  return prefix.every((name, index) => table[index] === name) ? table.slice(prefix.length) : undefined;
}

function descend(schema: Schema, path: readonly string[]): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const name of path) {
    const more: boolean | Schema | undefined = at?.additionalProperties;
    at = at?.properties?.[name] ?? (typeof more === 'object' ? more : undefined);
  }
  return at;
}
