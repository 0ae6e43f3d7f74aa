import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, buildSync } from 'esbuild'

/**
 * The bundles of the browser SDK, by file name below `dist/sdk/`.
 *
 *   node tools/sdk-bundles.ts   writes them, and prints their sizes
 */
export const BUNDLES = {
  /** `vskit/web`: the whole SDK as an ES module. */
  'web.js': { entry: 'sdk/web.ts', format: 'esm' },
  /** `vskit/web/headless`: the same without the page that `mount` draws. */
  'headless.js': { entry: 'sdk/headless.ts', format: 'esm' },
  /** The whole SDK for a plain script element; it sets the global `vskit`. */
  'vskit-web.js': { entry: 'sdk/web.ts', format: 'iife' },
  /**
   * `vskit/web/copy/de` and others: the texts of one language, so that a page loads only the
   * languages that it shows.
   */
  'copy/ar.js': { entry: 'sdk/copy/ar.ts', format: 'esm' },
  'copy/de.js': { entry: 'sdk/copy/de.ts', format: 'esm' },
  'copy/es.js': { entry: 'sdk/copy/es.ts', format: 'esm' },
  'copy/fr.js': { entry: 'sdk/copy/fr.ts', format: 'esm' },
} as const

export type BundleName = keyof typeof BUNDLES

const root = fileURLToPath(new URL('..', import.meta.url))

const compiled = new Map<BundleName, string>()

/** Returns a bundle, minified, for the browsers of the last three years. It is compiled once. */
export function bundle(name: BundleName): string {
  const text = compiled.get(name) ?? compile(name)
  compiled.set(name, text)
  return text
}

function compile(name: BundleName): string {
  const { entry, format } = BUNDLES[name]
  const options: BuildOptions = {
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format,
    ...(format === 'iife' && { globalName: 'vskit' }),
    // Without escapes the texts take half the bytes; modules are always UTF-8.
    charset: format === 'esm' ? 'utf8' : 'ascii',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    legalComments: 'none',
    logLevel: 'silent',
  }
  return buildSync(options).outputFiles![0]!.text
}

/** Size in bytes after gzip at its highest level. */
export function gzipSize(name: BundleName): number {
  return gzipSync(bundle(name), { level: 9 }).length
}

export function writeBundles(): void {
  mkdirSync(`${root}dist/sdk/copy`, { recursive: true })
  for (const name of Object.keys(BUNDLES) as BundleName[])
    writeFileSync(`${root}dist/sdk/${name}`, bundle(name))
}

if (import.meta.main) {
  writeBundles()
  for (const name of Object.keys(BUNDLES) as BundleName[])
    console.log(`dist/sdk/${name}: ${gzipSize(name)} bytes after gzip`)
}
