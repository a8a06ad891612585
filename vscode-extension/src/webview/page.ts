/** The HTML around a panel's script: nothing may be loaded or run but the extension's own files. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

export function page(webview: vscode.Webview, extension: vscode.Uri, name: string, title: string): void {
  const script = vscode.Uri.joinPath(extension, 'dist', 'webview');
  const style = vscode.Uri.joinPath(extension, 'media');
  webview.options = { enableScripts: true, localResourceRoots: [script, style] };
  const nonce = randomBytes(18).toString('base64');
  webview.html = html({
    nonce,
    title,
    source: webview.cspSource,
    script: webview.asWebviewUri(vscode.Uri.joinPath(script, `${name}.js`)).toString(),
    style: webview.asWebviewUri(vscode.Uri.joinPath(style, `${name}.css`)).toString(),
  });
}

function html(parts: { nonce: string; title: string; source: string; script: string; style: string }): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${parts.source}; script-src 'nonce-${parts.nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title}</title>
<link rel="stylesheet" href="${parts.style}">
</head>
<body>
<main id="app"></main>
<script nonce="${parts.nonce}" src="${parts.script}"></script>
</body>
</html>`;
}
