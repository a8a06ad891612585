/** Fixes of a whole file or function, by command and on save. */
import * as vscode from 'vscode';
import { OUTLINE, type OutlineFile } from './protocol';
import { type Server, settings } from './server/server';

const FIX_ALL = 'source.fixAll.op-lint';
const MIGRATE = vscode.CodeActionKind.RefactorRewrite.value;

/** Applies every safe fix to the active file. */
export async function fixAll(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return;
  const edit = await edits(document, whole(document), FIX_ALL);
  if (edit) await vscode.workspace.applyEdit(edit);
  else vscode.window.setStatusBarMessage('op-lint: there is nothing to fix safely', 4000);
}

/** Applies all fixes of one function, unsafe ones included: its lens says how many. */
export async function fixFunction(uri?: string, position?: { line: number; character: number }): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const where = position ?? editor?.selection.active;
  const document = uri ?? editor?.document.uri.toString();
  if (!where || !document) return;
  const place = { line: where.line, character: where.character };
  await vscode.commands.executeCommand('opLint.server.fixFunction', document, place);
}

/** Moves what docstrings say about parameters into `input=`, function by function: each edit moves the next ones. */
export async function migrate(server: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return;
  const uri = server.uri(document.uri);
  const answer = await server.ask<{ files: OutlineFile[] }>(OUTLINE, {});
  const functions = answer?.files.find((file) => file.uri === uri)?.functions ?? [];
  let count = 0;
  for (const { line, character } of functions.toSorted((one, other) => other.line - one.line)) {
    const at = new vscode.Position(line, character);
    const edit = await edits(document, new vscode.Range(at, at), MIGRATE, 'Migrate ');
    if (edit && (await vscode.workspace.applyEdit(edit))) count++;
  }
  vscode.window.setStatusBarMessage(`op-lint: migrated ${count === 1 ? '1 function' : `${count} functions`}`, 4000);
}

/** With `opLint.fixOnSave`, what is saved is fixed first. */
export function fixOnSave(): vscode.Disposable {
  return vscode.workspace.onWillSaveTextDocument((event) => {
    const { document } = event;
    if (document.languageId !== 'python' || event.reason !== vscode.TextDocumentSaveReason.Manual) return;
    if (!settings(document).fixOnSave) return;
    event.waitUntil(edits(document, whole(document), FIX_ALL).then((edit) => edit?.get(document.uri) ?? []));
  });
}

async function edits(document: vscode.TextDocument, range: vscode.Range, kind: string, title = ''): Promise<vscode.WorkspaceEdit | undefined> {
  const ask = 'vscode.executeCodeActionProvider';
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(ask, document.uri, range, kind);
  return actions.find((action) => action.kind?.value.startsWith(kind) && action.title.startsWith(title))?.edit;
}

function whole(document: vscode.TextDocument): vscode.Range {
  return new vscode.Range(0, 0, document.lineCount, 0);
}
