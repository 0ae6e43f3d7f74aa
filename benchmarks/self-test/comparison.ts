/**
 * Tests whether the comparison detects a 10% change: this build against itself, twice, and slowed
 * down by 10% against itself. `node benchmarks/self-test/comparison.ts [path]`, some minutes; exit
 * code 0: the verdicts are correct. Not part of the tests, because it depends on speed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChangeVerdict } from '../against/comparison.ts'
import type { Report } from '../report/report.ts'

const [path = 'retrieve'] = process.argv.slice(2)
const root = fileURLToPath(new URL('../..', import.meta.url))
const slowDown = `--simulator-node-arg=--import=${new URL('./slow-down.ts', import.meta.url).href}`
const WANTED: [what: string, word: ChangeVerdict, args: string[]][] = [
  ['the same build', 'noise', []],
  ['the same build again', 'noise', []],
  ['10% slower', 'regression', [slowDown]],
]

const folder = mkdtempSync(join(tmpdir(), 'vskit-bench-comparison-'))

function compared(what: string, args: string[]): Report['comparison'] {
  console.log(`\n--- ${what}`)
  const command = [
    join(root, 'bin', 'vskit.cjs'),
    'bench',
    path,
    '--against',
    root,
    '--out',
    folder,
    ...args,
  ]
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (![0, 2, 3].includes(status!)) throw new Error(`${what}: the bench ended with ${status}`)
  return (JSON.parse(readFileSync(join(folder, 'bench.json'), 'utf8')) as Report).comparison
}

try {
  const found = WANTED.map(([what, wanted, args]) => {
    const words = (compared(what, args)?.comparisons ?? []).map(({ word }) => word)
    return {
      line: `${what}: ${words.join(', ')}, expected ${wanted}`,
      right: words.length > 0 && words.every((word) => word === wanted),
    }
  })
  console.log(
    `\n${found.map(({ line, right }) => `${right ? 'right' : 'WRONG'}  ${line}`).join('\n')}`,
  )
  if (!found.every(({ right }) => right)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
