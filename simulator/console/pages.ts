import { hash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the console as it is served. */
export interface ServedFile {
  contentType: string
  text: string
  /** Changes with the text. */
  etag: string
}

const FOLDER = join(import.meta.dirname, 'page')
const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** Browsers know no package by its name: each that the page imports has an address here. */
const PACKAGES: Record<string, string> = {
  preact: 'preact',
  'preact/hooks': 'preact-hooks',
  htm: 'htm',
}

/** The files by their path on the listener; read and made once, at the first request. */
export function servedFiles(): Map<string, ServedFile> {
  return new Map([
    ['/', served('text/html; charset=utf-8', withPreloads(read('index.html')))],
    ['/console/style.css', served('text/css; charset=utf-8', read('style.css'))],
    ['/console/icon.svg', served('image/svg+xml', read('icon.svg'))],
    ...moduleNames().map((name): [string, ServedFile] => [
      `/console/${name}`,
      javascript(read(name)),
    ]),
    ...Object.entries(PACKAGES).map(([name, file]): [string, ServedFile] => [
      `/console/lib/${file}.js`,
      javascript(readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8')),
    ]),
  ])
}

/** Names every module in the page: a browser would find them one import after the other. */
function withPreloads(page: string): string {
  const paths = [
    ...moduleNames().map((name) => `/console/${name}`),
    ...Object.values(PACKAGES).map((file) => `/console/lib/${file}.js`),
  ]
  const links = paths.map((path) => `<link rel="modulepreload" href="${path}">`)
  return page.replace('</head>', () => `${links.join('\n')}\n</head>`)
}

function moduleNames(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.replaceAll('\\', '/'))
}

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}

/** An import of a package becomes one of its address; source maps are not served. */
function javascript(text: string): ServedFile {
  const linked = text
    .replaceAll(/\bfrom ?(['"])([\w/]+)\1/g, (found, _quote, name: string) =>
      Object.hasOwn(PACKAGES, name) ? `from '/console/lib/${PACKAGES[name]}.js'` : found,
    )
    .replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  return served(JAVASCRIPT, linked)
}

function served(contentType: string, text: string): ServedFile {
  return { contentType, text, etag: `"${hash('sha256', text, 'base64url')}"` }
}
