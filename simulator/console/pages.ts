import { hash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the console in its served form. */
export interface ServedFile {
  contentType: string
  text: string
  /** Hash of the text. */
  etag: string
}

const FOLDER = join(import.meta.dirname, 'page')
const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** URLs of the packages that the page imports, because browsers do not resolve package names. */
const PACKAGES: Record<string, string> = {
  preact: 'preact',
  'preact/hooks': 'preact-hooks',
  htm: 'htm',
}

/** The files by their URL path; they are read once, at the first request. */
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

/** Preloads every module: otherwise a browser discovers them one import after the other. */
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

/** Replaces package names in imports by URLs; removes references to source maps. */
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
