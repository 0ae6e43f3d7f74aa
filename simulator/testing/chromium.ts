import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/** A browser executable and its environment. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

/** Default install paths by operating system. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules/.cache/vskit')

/**
 * Finds the browser for tests: `CHROMIUM_PATH`, else on Linux x64 the npm package
 * `@sparticuz/chromium`, else an installed browser.
 *
 * @throws {Error} if there is none; the message says how to get one
 */
export function findChromium(
  named: string = process.env.CHROMIUM_PATH ?? '',
  { platform, arch, installed }: Partial<Machine> = {},
): Chromium {
  if (named) {
    if (isExecutable(named)) return { executablePath: named, env: {} }
    throw new Error(`CHROMIUM_PATH names ${named}, which cannot be executed. Correct or unset it.`)
  }
  if ((platform ?? process.platform) === 'linux' && (arch ?? process.arch) === 'x64')
    return unpackedChromium()
  const found = (installed ?? INSTALLED).find(isExecutable)
  if (found !== undefined) return { executablePath: found, env: {} }
  throw new Error(
    'This test needs Chromium, and npm has no build of it for this machine. ' +
      'Install Chrome or Chromium, or set CHROMIUM_PATH to its executable.',
  )
}

interface Machine {
  platform: string
  arch: string
  installed: string[]
}

/** Unpacks the package's browser once per version; safe for concurrent processes. */
function unpackedChromium(): Chromium {
  const folder = join(CACHE, `chromium-${packageJson.devDependencies['@sparticuz/chromium']}`)
  if (!existsSync(folder)) unpack(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      // The package includes libraries that a bare system lacks. System libraries take precedence.
      LD_LIBRARY_PATH: ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', join(folder, 'al2023/lib')].join(
        delimiter,
      ),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

function unpack(folder: string): void {
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(join(CACHE, 'unpacking-'))
  try {
    // The package unpacks into the system's temporary folder, and unpacks its libraries only on
    // AWS.
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()`,
      ],
      {
        cwd: ROOT,
        env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    writeFileSync(join(unfinished, 'fonts.conf'), fontsIn(folder))
    renameSync(unfinished, folder)
  } catch (error) {
    // Another process was faster: the rename fails because its folder exists.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function fontsIn(folder: string): string {
  const folders = ['/usr/share/fonts', join(folder, 'fonts'), join(ROOT, 'fixtures/fonts')]
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((path) => `  <dir>${path}</dir>`).join('\n')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
