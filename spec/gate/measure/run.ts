import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { largeDocument } from './documents.ts'

/**
 * Prints time and peak memory of `spec diff` on generated documents: `node spec/gate/measure/run.ts [operations...]`.
 * Each operation has two changes; 1,000 operations are about 2 MB and 2,000 changes.
 */
const VSKIT = join(import.meta.dirname, '../../../bin/vskit.cjs')
const sizes = process.argv.slice(2).map(Number)

for (const operations of sizes.length > 0 ? sizes : [500, 1000]) {
  for (const format of ['json', 'yaml'] as const) measure(operations, format)
}

function measure(operations: number, format: 'json' | 'yaml'): void {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-gate-measure-'))
  const files = (['base', 'head'] as const).map((side) => {
    const document = largeDocument(operations, side === 'head')
    const path = join(folder, `${side}.${format}`)
    writeFileSync(path, format === 'json' ? JSON.stringify(document, null, 2) : stringify(document))
    return path
  })
  const args = [
    'spec',
    'diff',
    '--base',
    files[0]!,
    '--head',
    files[1]!,
    '--json',
    join(folder, 'out'),
  ]
  const report = join(folder, 'usage.json')
  const started = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', usageHook(report), VSKIT, ...args],
    { encoding: 'utf8', timeout: 300_000 },
  )
  const seconds = (performance.now() - started) / 1000
  const [megabytes, processor] =
    status === null ? [NaN, NaN] : (JSON.parse(readFileSync(report, 'utf8')) as [number, number])
  const size = statSync(files[0]!).size / 1e6
  console.log(
    `${format}, ${size.toFixed(1)} MB, ${operations * 2} changes: ${seconds.toFixed(1)} s, ` +
      `${processor.toFixed(1)} s of processor time, ${megabytes.toFixed(0)} MB peak, exit ${status ?? 'timeout'} ${stderr.trim()}`,
  )
  rmSync(folder, { recursive: true, force: true })
}

function usageHook(report: string): string {
  const code = `import fs from 'node:fs'; process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); fs.writeFileSync(${JSON.stringify(report)}, JSON.stringify([maxRSS / 1024, (userCPUTime + systemCPUTime) / 1e6])) })`
  return `data:text/javascript,${encodeURIComponent(code)}`
}
