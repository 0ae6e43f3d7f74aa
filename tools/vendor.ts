import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

/**
 * Packages that are bundled into the published package and stay development dependencies, because
 * they would be most of an installation. autocannon has 62 packages. The PDF library has 35 MB of
 * builds and source maps. libphonenumber-js has 12 MB of metadata, of which vskit uses one set.
 * lru-cache has 3 MB of builds.
 */
const VENDORED = ['autocannon', 'pdf-lib', '@pdf-lib/fontkit', 'libphonenumber-js', 'lru-cache']

const OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // Names stay, so that stacks can be read. Saves 1.9 MB of the installation.
  minifyWhitespace: true,
  metafile: true,
  // CommonJS packages call require() for built-in modules of Node.js.
  banner: {
    js: `import { createRequire as $require } from 'node:module';const require = $require(import.meta.url);`,
  },
}

/** Bundles each package into `dist/vendor/`, points the compiled sources to it, and collects the licences. */
export async function vendor(dist: string): Promise<void> {
  const bundled = new Set<string>()
  for (const name of VENDORED) {
    const { metafile } = await build({
      ...OPTIONS,
      entryPoints: [name],
      outfile: bundleOf(dist, name),
    })
    for (const input of Object.keys(metafile!.inputs)) {
      const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]
      if (folder !== undefined) bundled.add(folder)
    }
  }
  for (const file of globSync(`${dist}/**/*.js`, { exclude: (path) => path.includes('/vendor') }))
    redirect(dist, file)
  writeFileSync(join(dist, 'vendor/LICENSES.txt'), licences(bundled))
}

function bundleOf(dist: string, name: string): string {
  return join(dist, 'vendor', `${name.replace('/', '-').replace('@', '')}.js`)
}

function redirect(dist: string, file: string): void {
  const source = readFileSync(file, 'utf8')
  const redirected = source.replace(
    /(\bfrom |\b(?:import|load)\()(['"])([^'"]+)\2/g,
    (whole, before: string, quote: string, name: string) => {
      if (!VENDORED.includes(name)) return whole
      const path = relative(dirname(file), bundleOf(dist, name))
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
    },
  )
  if (redirected !== source) writeFileSync(file, redirected)
}

function licences(folders: Set<string>): string {
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      ) as { name: string; version: string; license?: string }
      const [file] = globSync(`${folder}/{LICENSE,LICENCE,license,License}*`)
      const text =
        file === undefined ? `Licence: ${license ?? 'not stated'}` : readFileSync(file, 'utf8')
      return `${name} ${version} (${license ?? 'see below'})\n\n${text.trim()}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}
