/**
 * Whether the comparison of the bench tells a tenth from nothing: a run, another one of the same build, and one of a build
 * that was made a tenth slower. `node benchmarks/self-test/comparison.ts [path] [rounds]`, eight minutes; exit code 0 when the
 * words are right. Not a test: it judges speeds.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Word } from '../compare/compare.ts'
import type { Report } from '../report.ts'

const [path = 'retrieve', rounds = '40'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'vskit-bench-comparison-'))
const cli = fileURLToPath(new URL('../../bin/vskit.cjs', import.meta.url))
const slowDown = `--simulator-node-arg=--import=${new URL('./slow-down.ts', import.meta.url).href}`

function bench(name: string, ...more: string[]): Report {
  const args = [cli, 'bench', path, '--no-peers', '--rounds', rounds, '--duration', '0.5', '--out', join(folder, name), ...more]
  console.log(`\n--- ${name}`)
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0 && status !== 3) throw new Error(`${name}: the bench ended with ${status}`)
  return JSON.parse(readFileSync(join(folder, name, 'bench.json'), 'utf8')) as Report
}

/** By processor time: the other figure says the same on a machine that has nothing else to do. */
function word({ comparison }: Report): Word | undefined {
  return comparison?.comparisons.find(({ figure }) => figure === 'requests by processor time')?.word
}

try {
  bench('first')
  const baseline = ['--baseline', join(folder, 'first', 'bench.json')]
  const found = { 'the same build': word(bench('again', ...baseline)), 'a tenth slower': word(bench('slower', ...baseline, slowDown)) }
  const wanted: Record<keyof typeof found, Word> = { 'the same build': 'noise', 'a tenth slower': 'regression' }
  console.log()
  for (const [what, expected] of Object.entries(wanted) as [keyof typeof found, Word][]) {
    console.log(`${what}: ${found[what]}${found[what] === expected ? '' : `, expected ${expected}`}`)
    if (found[what] !== expected) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
