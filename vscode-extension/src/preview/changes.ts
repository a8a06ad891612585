/** What changed in a menu since it was saved, or since the last commit: option by option, line by line. */

export interface Part {
  name: string;
  text: string;
}

export interface Line {
  mark: ' ' | '+' | '-';
  text: string;
}

export interface ChangedOption {
  name: string;
  /** Its place in the menu of now; undefined for one that is gone. */
  index?: number;
  kind: 'same' | 'added' | 'changed' | 'removed';
  lines: Line[];
}

/** The options of now in their order, each as it changed, then those that are gone. */
export function changes(before: readonly Part[], now: readonly Part[]): ChangedOption[] {
  const left = new Map(before.map((part) => [part.name, part]));
  const found = now.map((part, index): ChangedOption => {
    const old = left.get(part.name);
    left.delete(part.name);
    if (old === undefined) return { name: part.name, index, kind: 'added', lines: all('+', part.text) };
    if (old.text === part.text) return { name: part.name, index, kind: 'same', lines: all(' ', part.text) };
    return { name: part.name, index, kind: 'changed', lines: lineChanges(old.text.split('\n'), part.text.split('\n')) };
  });
  const gone = [...left.values()].map((part): ChangedOption => ({ name: part.name, kind: 'removed', lines: all('-', part.text) }));
  return [...found, ...gone];
}

/** The options as they are, without any marks. */
export function unmarked(now: readonly Part[]): ChangedOption[] {
  return now.map((part, index) => ({ name: part.name, index, kind: 'same', lines: all(' ', part.text) }));
}

function all(mark: Line['mark'], text: string): Line[] {
  return text.split('\n').map((line) => ({ mark, text: line }));
}

/** A shortest way from one list of lines to the other; what goes stands before what comes. */
export function lineChanges(old: readonly string[], now: readonly string[]): Line[] {
  const common = longestCommon(old, now);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  for (const [oldAt, nowAt] of [...common, [old.length, now.length] as const]) {
    while (i < oldAt) lines.push({ mark: '-', text: old[i++] ?? '' });
    while (j < nowAt) lines.push({ mark: '+', text: now[j++] ?? '' });
    if (i < old.length && j < now.length) lines.push({ mark: ' ', text: now[j] ?? '' });
    i++;
    j++;
  }
  return lines;
}

function longestCommon(old: readonly string[], now: readonly string[]): (readonly [number, number])[] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
