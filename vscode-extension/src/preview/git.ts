/** The texts of files as git's HEAD has them. */
import * as path from 'node:path';
import { run } from '../server/processes';

export interface FileText {
  path: string;
  text: string;
}

/**
 * The Python files around `file` that differ from HEAD, as they are there; undefined where there is no HEAD.
 * Files that HEAD does not have are left out.
 */
export async function headTexts(file: string, git = 'git'): Promise<FileText[] | undefined> {
  const cwd = path.dirname(file);
  const root = await run(git, ['rev-parse', '--show-toplevel'], { cwd });
  if (root.code !== 0) return undefined;
  const top = root.stdout.replace(/\r?\n$/, '');
  const named = await run(git, ['diff', '--name-only', '-z', '--no-renames', '--diff-filter=MD', 'HEAD', '--', '*.py'], { cwd: top });
  if (named.code !== 0) return undefined;
  const names = new Set(named.stdout.split('\0').filter(Boolean));
  // An unsaved file may equal HEAD on disk and still differ from it in the editor.
  names.add(path.relative(top, file).split(path.sep).join('/'));
  const texts = await Promise.all([...names].map((name) => headText(git, top, name)));
  return texts.filter((each) => each !== undefined);
}

async function headText(git: string, top: string, name: string): Promise<FileText | undefined> {
  const shown = await run(git, ['show', `HEAD:${name}`], { cwd: top });
  return shown.code === 0 ? { path: path.join(top, ...name.split('/')), text: shown.stdout } : undefined;
}
