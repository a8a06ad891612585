/** The tree "Agentic Functions": files, their functions, the decisions in them, the findings about them. */
import type { OutlineDecision, OutlineFile, OutlineFunction } from '../protocol';

/** One finding as the tree needs it. */
export interface Finding {
  uri: string;
  line: number;
  code: string;
  message: string;
}

export interface Item {
  kind: 'file' | 'function' | 'decision' | 'finding';
  label: string;
  description: string;
  tooltip: string;
  uri: string;
  line: number;
  character: number;
  children: Item[];
}

/**
 * The tree's first level; a finding stands under the innermost function around it, else under its file. The cells of a
 * notebook, which are documents of their own, are one file.
 */
export function items(files: readonly OutlineFile[], findings: readonly Finding[]): Item[] {
  const found = new Map<string, Item>();
  for (const file of files) {
    const here = findings.filter((finding) => finding.uri === file.uri);
    const owners = here.map((finding) => owner(file.functions, finding.line));
    const under = (wanted: OutlineFunction | undefined): Item[] => here.filter((_, index) => owners[index] === wanted).map(findingItem);
    const functions = file.functions.map((each) => functionItem(file.uri, each, under(each)));
    const decisions = file.decisions.map((each) => decisionItem(file.uri, each));
    const children = [...functions, ...decisions, ...under(undefined)];
    // A cell's URI is its notebook's with a fragment, which nobody wants to read.
    const path = file.uri.split('#')[0] ?? '';
    const known = found.get(path);
    if (known) known.children.push(...children);
    else found.set(path, fileItem(file.uri, path, children));
  }
  return [...found.values()];
}

function fileItem(uri: string, path: string, children: Item[]): Item {
  const parts = path.split('/').map(decode);
  return { kind: 'file', label: parts.at(-1) ?? uri, description: parts.at(-2) ?? '', tooltip: parts.join('/'), uri, line: 0, character: 0, children };
}

function owner(functions: readonly OutlineFunction[], line: number): OutlineFunction | undefined {
  return functions.findLast((each) => each.firstLine <= line && line <= each.lastLine);
}

function functionItem(uri: string, each: OutlineFunction, findings: Item[]): Item {
  const count = findings.length;
  const description = count === 0 ? each.summary : `${count === 1 ? '1 finding' : `${count} findings`} · ${each.summary}`;
  const children = [...each.decisions.map((decision) => decisionItem(uri, decision)), ...findings];
  return { kind: 'function', label: each.name, description, tooltip: each.summary, uri, line: each.line, character: 0, children };
}

function decisionItem(uri: string, each: OutlineDecision): Item {
  const description = each.options === null ? 'menu not known' : each.options.join(', ');
  return { kind: 'decision', label: each.name, description, tooltip: description, uri, line: each.line, character: each.character, children: [] };
}

function findingItem(finding: Finding): Item {
  return { kind: 'finding', label: finding.code, description: finding.message, tooltip: finding.message, uri: finding.uri, line: finding.line, character: 0, children: [] };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
