import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { startSimulator } from '../simulator/server.ts'
import demoWorld from '../fixtures/world/demo.json' with { type: 'json' }
import type { WorldFile } from '../simulator/world/world.ts'

/** The pages whose marked blocks form one terminal session, in this order. */
const PAGES = ['first-hour.md', 'signing.md', 'faults.md', 'check-integration.md']
/** `<!-- run -->` marks a block that must succeed; `<!-- run: exit 52 56 -->` one that must end with one of these codes. */
const BLOCK = /<!-- run(?:: exit ([\d ]+))? -->\n```sh\n(.*?)```/gs
const COMMAND = join(import.meta.dirname, '../bin/vskit.cjs')

t.test('the tutorials work as printed', async (t) => {
  const simulator = await startSimulator({
    adminPort: 0,
    usPort: 0,
    euPort: 0,
    world: structuredClone(demoWorld) as WorldFile,
    report: (error) => t.error(error as Error),
  })
  t.teardown(() => simulator.close())
  const printed = PAGES.flatMap((page) =>
    [...readFileSync(join(import.meta.dirname, page), 'utf8').matchAll(BLOCK)].map(
      ([, codes, text]) => ({ page, codes: (codes ?? '0').split(' '), text: text! }),
    ),
  )
  t.ok(printed.length >= 8, 'the pages have blocks to run')
  const { us, eu } = simulator.base_urls
  const script = printed
    .map(({ text }, i) => `${text}\ncode=$?; echo; echo "::block ${i} $code" >&2`)
    .join('\n')
    .replaceAll('http://127.0.0.1:4000', simulator.control_url)
    .replaceAll('http://127.0.0.1:4001', us!)
    .replaceAll('http://127.0.0.1:4002', eu!)
    .replaceAll('examples/node-backend', join(import.meta.dirname, '../examples/node-backend'))
    .replaceAll('npm run -s vskit --', `"${process.execPath}" "${COMMAND}"`)
  const cwd = t.testdir()
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    cwd,
    env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` },
  })
  const ended = [...stderr.matchAll(/^::block (\d+) (\d+)$/gm)].map(([, , code]) => code!)
  t.equal(ended.length, printed.length, stderr)
  for (const [i, { page, codes, text }] of printed.entries())
    t.ok(codes.includes(ended[i]!), `${page}: exit ${ended[i]} of ${text.slice(0, 80)}`)

  t.match(stdout, /"status":"completed".*"outcome":"approved"/s, 'the verification is approved')
  t.equal(
    readFileSync(join(cwd, 'portrait.jpg')).readUInt16BE(0),
    0xff_d8,
    'portrait.jpg is a JPEG',
  )
  t.match(stdout, /"status":"awaiting_review"/, 'the automated visitor is parked')
  t.equal(readFileSync(join(cwd, 'lease.pdf')).subarray(0, 5).toString(), '%PDF-')
  t.match(stdout, /test.mode/i, 'the signed file is reported as test mode')
  t.match(stdout, /"title":"House rules".*"pdf_sha256":"[0-9a-f]{64}"/s, 'the PDF is a template')
  t.match(stdout, /A-1008/, 'the session whose response was lost exists')
  t.match(stdout, /"probability":0.33,"active":false/, 'the permanent fault is removed')
  t.match(stdout, /fail {2}receiver\.signature\n {2}HDR-015/, 'the broken duty is named')
  t.match(stdout, /did you mean/i, 'the request log shows the misspelled member')
})
