/** The server's own requests, as `op_lsp/features` answers them. */

export interface Position {
  line: number;
  character: number;
}

export interface Place {
  textDocument: { uri: string };
  position: Position;
}

export interface Control {
  name: string;
  widget: 'toggle' | 'select' | 'chips' | 'textarea' | 'input';
  label: string;
  type: string;
  optional: boolean;
  description: string;
  ghost: string;
  ghost_is_default: boolean;
  choices: string[];
}

export interface PreviewOption {
  name: string;
  kind: 'function' | 'value' | 'schema' | 'unknown';
  text: string;
  tokens: number;
  description: string | null;
  unknown: string | null;
  spec?: unknown;
  strict?: unknown;
  strictProblem?: string | null;
  form?: Control[];
  uri?: string;
  line?: number;
  character?: number;
}

export interface Preview {
  kind: 'decision' | 'function';
  name: string;
  uri: string;
  version: number | null;
  range: { start: Position; end: Position };
  /** The code does not parse now: this is of the last text that did. */
  stale?: boolean;
  menu: string | null;
  error: string | null;
  tokens: number;
  schema: unknown;
  options: PreviewOption[];
}

export interface MenuBefore {
  found: boolean;
  menu: string | null;
  error: string | null;
  options: { name: string; text: string }[];
}

export type TryResult =
  | { ok: true; option: string; kind: string; args: Record<string, unknown>; notes: string[]; dropped: string[] }
  | { ok: false; problem: string }
  | { ok: false; error: { kind: string; message: string; option: string | null }; prompt: string };

export interface GraphNode extends Position {
  id: string;
  kind: string;
  name: string;
  uri: string;
  problem?: string;
}

export interface Graph {
  nodes: GraphNode[];
  edges: { from: string; to: string; option: string }[];
}

export interface OutlineDecision extends Position {
  name: string;
  options: string[] | null;
}

export interface OutlineFunction extends Position {
  name: string;
  summary: string;
  /** From its decorator to its end. */
  firstLine: number;
  lastLine: number;
  decisions: OutlineDecision[];
}

export interface OutlineFile {
  uri: string;
  functions: OutlineFunction[];
  decisions: OutlineDecision[];
}

export interface ServerState {
  version: string;
  python: string;
  executable: string;
  process: number;
  failures: number;
}

export const PREVIEW = 'opLint/preview';
export const MENU_IN = 'opLint/menuIn';
export const TRY_REPLY = 'opLint/tryReply';
export const GRAPH = 'opLint/graph';
export const OUTLINE = 'opLint/outline';
export const SERVER_STATE = 'opLint/serverState';
