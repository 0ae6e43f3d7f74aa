import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { pair, ran } from '../testing.ts'

const DIFF = ['diff', '--base', 'base.yaml', '--head', 'head.yaml']
const FILES = pair('[new, old]', '[new, old, lost]')

/** A program with the output of oasdiff. */
function program(t: { testdir: (files: Record<string, string>) => string }, body: string): string {
  const folder = t.testdir({ ...FILES, oasdiff: `#!${process.execPath}\n${body}\n` })
  chmodSync(join(folder, 'oasdiff'), 0o755)
  return folder
}

t.test(
  'without --oasdiff only the verdicts of the gate count; with it both are merged',
  async (t) => {
    const finding = {
      id: 'response-property-enum-value-added',
      text: "added the new 'lost' enum value to the `state` response property",
      level: 3,
      operation: 'GET',
      path: '/v1/things',
    }
    const folder = program(t, `process.stdout.write(${JSON.stringify(JSON.stringify([finding]))})`)
    t.equal((await ran(folder, ...DIFF)).code, 0)
    const joined = await ran(folder, ...DIFF, '--oasdiff', join(folder, 'oasdiff'), '--json')
    t.equal(joined.code, 1, joined.err)
    t.match(JSON.parse(joined.out), {
      changes: [{ severity: 'breaking', oasdiff: ['response-property-enum-value-added'] }],
    })
  },
)

t.test('a missing or failing oasdiff is reported', async (t) => {
  const folder = program(t, "console.error('Error: no'); process.exit(102)")
  t.match(await ran(folder, ...DIFF, '--oasdiff', join(folder, 'gone')), {
    code: 2,
    err: /--oasdiff: .*gone is not in PATH; install oasdiff, pass its path, or omit the option/,
  })
  t.match(await ran(folder, ...DIFF, '--oasdiff', join(folder, 'oasdiff')), {
    code: 2,
    err: /oasdiff could not compare: Error: no/,
  })
})

t.test('webhooks with another method than POST, or with none, are compared too', async (t) => {
  const folder = program(t, "process.stdout.write('[]')")
  const put = '{ put: { responses: { 204: { description: x } } } }'
  const further = `webhooks:\n  replaced: ${put}\n  unused: { summary: Not used. }\n`
  for (const [file, text] of Object.entries(FILES))
    writeFileSync(join(folder, file), text.replace('webhooks:\n', further))
  t.match(await ran(folder, ...DIFF, '--oasdiff', join(folder, 'oasdiff')), { code: 0, err: '' })
})
