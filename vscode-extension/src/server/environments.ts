/** The Pythons that are selected for the folders of the window: by the environments extension, by the Python extension, or by none. */
import type { PythonEnvironmentApi as NewerApi } from '@vscode/python-environments';
import type { PythonExtension as OlderApi } from '@vscode/python-extension';
import * as vscode from 'vscode';
import type { Environment } from './resolve';

const NEWER = 'ms-python.vscode-python-envs';
const OLDER = 'ms-python.python';

/** The environment of each folder, in the folders' order, each once. Extensions that are missing, disabled or broken select none. */
export async function selected(): Promise<Environment[]> {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [undefined];
  const found = new Map<string, Environment>();
  for (const folder of folders) {
    const environment = (await newer(folder)) ?? (await older(folder));
    if (environment && !found.has(environment.executable)) found.set(environment.executable, environment);
  }
  return [...found.values()];
}

async function newer(folder: vscode.Uri | undefined): Promise<Environment | undefined> {
  try {
    const api = await activated<NewerApi>(NEWER);
    const executable = (await api?.getEnvironment(folder))?.execInfo?.run?.executable;
    return executable ? { executable, from: NEWER } : undefined;
  } catch {
    return undefined;
  }
}

async function older(folder: vscode.Uri | undefined): Promise<Environment | undefined> {
  try {
    const environments = (await activated<OlderApi>(OLDER))?.environments;
    if (!environments) return undefined;
    const resolved = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
    const executable = resolved?.executable.uri?.fsPath;
    return executable ? { executable, from: OLDER } : undefined;
  } catch {
    return undefined;
  }
}

async function activated<T>(id: string): Promise<T | undefined> {
  const extension = vscode.extensions.getExtension<T>(id);
  return extension && (extension.isActive ? extension.exports : await extension.activate());
}

/** Calls `changed` whenever another environment is selected. */
export async function watch(changed: () => void): Promise<vscode.Disposable[]> {
  const found: vscode.Disposable[] = [vscode.extensions.onDidChange(changed)];
  try {
    const api = await activated<NewerApi>(NEWER);
    if (api) found.push(api.onDidChangeEnvironment(changed));
  } catch {
    // Then the older one may still tell.
  }
  try {
    const api = await activated<OlderApi>(OLDER);
    if (api?.environments) found.push(api.environments.onDidChangeActiveEnvironmentPath(changed));
  } catch {
    // Then nothing selects an environment.
  }
  return found;
}
