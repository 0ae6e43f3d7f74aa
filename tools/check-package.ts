import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { checkDistribution } from './check-distribution.ts'
import { checkRecipes } from './check-recipes.ts'

/** The oldest supported Node.js. */
const OLDEST_NODE = packageJson.engines.node.replace('>=', '')
const MOST_PACKAGES = 75
const MOST_MEGABYTES = 40

/**
 * Packs the package, installs it into an empty folder, and runs the installed commands, as a user
 * without a checkout does.
 */
const folder = mkdtempSync(join(tmpdir(), 'vskit-package-'))
try {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { encoding: 'utf8' }),
  ) as { filename: string; size: number; files: { path: string }[] }[]
  checkDistribution(new Set(packed!.files.map(({ path }) => path)))
  const quiet = {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  }
  execFileSync('npm', ['init', '--yes'], quiet)
  execFileSync('npm', ['install', '--omit=dev', join(folder, packed!.filename)], quiet)
  const size = sizeOfInstall(folder)
  if (size.packages > MOST_PACKAGES || size.megabytes > MOST_MEGABYTES)
    throw new Error(
      `the install has ${size.packages} packages and ${size.megabytes} MB, at most ${MOST_PACKAGES} and ` +
        `${MOST_MEGABYTES} MB are allowed: see decisions/dependencies.md`,
    )
  refuseSelfTests(folder)
  const vskit = join(folder, 'node_modules', '.bin', 'vskit')
  const version = execFileSync(vskit, ['--version'], { encoding: 'utf8' }).trim()
  await startAndAsk([process.execPath, vskit])
  execFileSync('npm', ['install', '--no-save', `node@${OLDEST_NODE}`], quiet)
  await startAndAsk([join(folder, 'node_modules/node/bin/node'), vskit])
  resolveSdk(folder)
  checkRecipes(folder, OLDEST_NODE)
  console.log(
    `package ok: vskit ${version}, ${Math.round(packed!.size / 1024)} KiB packed, ` +
      `${size.packages} packages and ${size.megabytes} MB installed`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Mutants and self-tests are for a checkout; an import of one would compile it into the package. */
function refuseSelfTests(folder: string): void {
  const files = globSync('node_modules/vskit/dist/**/{self-test/**,testing/**,*mutants.js}', {
    cwd: folder,
  })
  if (files.length > 0) throw new Error(`the package contains self-tests: ${files.join(', ')}`)
}

/** Every entry point of the browser SDK must resolve to a file, as in a bundler or an import map. */
function resolveSdk(folder: string): void {
  const from = createRequire(join(folder, 'package.json'))
  for (const entry of ['web', 'web/headless', 'web/classic', 'web/copy/de'])
    from.resolve(`vskit/${entry}`)
  const types = join(folder, 'node_modules/vskit/dist/sdk/web.d.ts')
  if (!existsSync(types)) throw new Error(`the types of vskit/web: expected ${types}`)
}

/** Returns the number of installed packages, and their size in units of 1,000,000 bytes. */
function sizeOfInstall(folder: string): { packages: number; megabytes: number } {
  const listed = execFileSync('npm', ['ls', '--all', '--parseable'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const files = globSync('node_modules/**/*', { cwd: folder, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  )
  return { packages: listed.trim().split('\n').length - 1, megabytes: Math.ceil(bytes / 1e6) }
}

/**
 * Starts the installed simulator, checks its JSON line, health, a PDF, its pages and the console,
 * and ends it.
 */
async function startAndAsk([node, vskit]: [node: string, vskit: string]): Promise<void> {
  const child = spawn(
    node,
    [vskit, 'simulator', '--json', '--admin-port', '0', '--us-port', '0', '--eu-port', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (data: Buffer) => resolve(data.toString()))
      child.once('exit', (code) => reject(new Error(`the installed simulator ended with ${code}`)))
    })
    const {
      control,
      console: page,
      regions,
    } = JSON.parse(line) as {
      control: string
      console: string
      regions: { us: { base_url: string } }
    }
    const answer = await fetch(`${control}/health`)
    if (!answer.ok)
      throw new Error(`the installed simulator's health: expected 200, got ${answer.status}`)
    const style = await fetch(`${regions.us.base_url}/s/assets/journey.css`)
    if (!style.ok)
      throw new Error(`the style of the hosted pages: expected 200, got ${style.status}`)
    // A worker thread draws it: its file and fonts must be in the package, too.
    const drawn = await fetch(`${control}/organizations/org_acme/sealed_documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"mode":"test"}',
    })
    if (drawn.status !== 201)
      throw new Error(
        `a PDF of the installed simulator: expected 201, got ${drawn.status} ${await drawn.text()}`,
      )
    await loadConsole(page)
  } finally {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('close', resolve))
  }
}

/** Requests the page and every file that it needs, as a browser does. */
async function loadConsole(page: string): Promise<void> {
  const seen = new Set<string>()
  const load = async (url: string): Promise<void> => {
    if (seen.has(url)) return
    seen.add(url)
    const answer = await fetch(url)
    const text = await answer.text()
    if (!answer.ok)
      throw new Error(`the installed console, ${url}: expected 200, got ${answer.status} ${text}`)
    for (const [, path] of text.matchAll(
      /(?:\bfrom ?|\bsrc=|\bhref=)['"]([^'"$]+\.(?:js|css|svg))['"]/g,
    ))
      await load(new URL(path!, url).href)
  }
  await load(`${page}/`)
  if (![...seen].some((url) => url.endsWith('/preact.js')))
    throw new Error(`the installed console loads ${[...seen].join(', ')} only`)
}
