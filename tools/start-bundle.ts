import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, build } from 'esbuild'

/** Folder of the bundle in the package. */
const FOLDER = 'start'
const ENTRY = 'simulator/run.js'

/**
 * Bundles the modules that `vskit simulator` loads: finding, reading and linking 400 files takes 40%
 * of the CPU time of its start. The files stay, for the library and for worker threads. Packages and
 * JSON are not bundled.
 */
export async function bundleStart(dist: string): Promise<void> {
  const outdir = join(dist, FOLDER)
  await build({
    entryPoints: [join(dist, ENTRY)],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    legalComments: 'none',
    plugins: [externalJson(outdir), locations(outdir)],
  })
  writeFileSync(join(dist, ENTRY), `export * from '../${FOLDER}/run.js'\n`)
}

/** Keeps JSON files outside of the bundle: compiling them as JavaScript takes longer than `JSON.parse`. */
function externalJson(outdir: string): Plugin {
  return {
    name: 'external JSON',
    setup: ({ onResolve }) => {
      onResolve({ filter: /\.json$/ }, ({ path, resolveDir }) => ({
        path: from(outdir, join(resolveDir, path)),
        external: true,
      }))
    },
  }
}

/** Replaces `import.meta` locations, so that bundled modules find their files at the original paths. */
function locations(outdir: string): Plugin {
  return {
    name: 'locations of modules',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.js$/ }, ({ path }) => ({
        contents: located(readFileSync(path, 'utf8'), outdir, path),
        loader: 'js',
      }))
    },
  }
}

/** @throws {Error} if the module asks `import.meta` for anything else */
function located(source: string, outdir: string, path: string): string {
  return source.replaceAll(/\bimport\.meta\.(\w+)/g, (whole, name: string) => {
    // Resolves packages, which works the same from the bundle.
    if (name === 'resolve') return whole
    if (name === 'url')
      return `new URL(${JSON.stringify(from(outdir, path))}, import.meta.url).href`
    if (name === 'dirname')
      return `(import.meta.dirname + ${JSON.stringify(`/${from(outdir, dirname(path))}`)})`
    throw new Error(`${path}: import.meta.${name} has another value in the bundle`)
  })
}

function from(folder: string, file: string): string {
  return relative(resolve(folder), resolve(file)).replaceAll('\\', '/')
}
