/** Stands in for the Python extension, which cannot be had here: each folder's environment is its .venv. */
import type { PythonExtension } from '@vscode/python-extension';
import * as vscode from 'vscode';

type Environments = PythonExtension['environments'];
type Part = Pick<Environments, 'getActiveEnvironmentPath' | 'onDidChangeActiveEnvironmentPath'> & {
  resolveEnvironment(environment: { path: string }): Promise<{ executable: { uri: vscode.Uri } }>;
};
type Changed = Environments['onDidChangeActiveEnvironmentPath'] extends vscode.Event<infer Event> ? Event : never;

export function activate(context: vscode.ExtensionContext): { environments: Part } {
  const changed = new vscode.EventEmitter<Changed>();
  const command = vscode.commands.registerCommand('python.selectAnother', () => changed.fire({ id: '', path: '', resource: undefined }));
  context.subscriptions.push(changed, command);
  return {
    environments: {
      getActiveEnvironmentPath(resource) {
        const folder = resource && 'uri' in resource ? resource.uri : resource;
        const path = folder ? vscode.Uri.joinPath(folder, '.venv/bin/python').fsPath : '';
        return { id: path, path };
      },
      resolveEnvironment: (environment) => Promise.resolve({ executable: { uri: vscode.Uri.file(environment.path) } }),
      onDidChangeActiveEnvironmentPath: changed.event,
    },
  };
}
