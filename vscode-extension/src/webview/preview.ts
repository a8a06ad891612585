/** The page of the Menu Preview. */
import type { FromPage, ToPage } from '../preview/messages';
import type { VsCode } from './dom';
import { App } from './preview/app';

declare function acquireVsCodeApi(): VsCode<FromPage>;

const api = acquireVsCodeApi();
const root = document.getElementById('app');
if (root) {
  const app = new App(root, api);
  window.addEventListener('message', (event: MessageEvent<ToPage>) => app.receive(event.data));
  api.postMessage({ type: 'ready' });
}
