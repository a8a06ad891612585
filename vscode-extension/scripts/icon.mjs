// Draws images/icon.png from images/icon.svg; the marketplace takes no SVG.
import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const folder = new URL('../images/', import.meta.url);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
const picture = await readFile(new URL('icon.svg', folder), 'utf8');
await page.setContent(`<style>body{margin:0}</style>${picture}`);
await page.screenshot({ path: new URL('icon.png', folder).pathname, omitBackground: true });
await browser.close();
