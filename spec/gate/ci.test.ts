import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { specCommand } from './command.ts'
import { SPEC } from './testing.ts'

const CI = join(SPEC, '../docs/ci')
const files = readdirSync(CI).filter((name) => name.endsWith('.yml'))

t.test('the workflows are valid YAML and use existing options of the gate', async (t) => {
  t.ok(files.length >= 4)
  const diff = specCommand().commands.find((command) => command.name() === 'diff')!
  const flags = new Set(diff.options.map(({ long }) => long))
  for (const file of files) {
    const text = readFileSync(join(CI, file), 'utf8')
    t.ok(parse(text), file)
    const call = /npx --yes vskit@[\d.]+ spec diff [^]*?--sarif \S+/.exec(text)?.[0] ?? ''
    const used = [...call.replace('npx --yes', '').matchAll(/--[a-z-]+/g)].map(([flag]) => flag)
    t.ok(used.includes('--base') && used.includes('--contract'), file)
    t.strictSame(
      used.filter((flag) => !flags.has(flag)),
      [],
      file,
    )
  }
})

t.test('the README lists every workflow', async (t) => {
  const readme = readFileSync(join(CI, 'README.md'), 'utf8')
  t.strictSame(
    files.filter((file) => !readme.includes(`(${file})`)),
    [],
  )
})
