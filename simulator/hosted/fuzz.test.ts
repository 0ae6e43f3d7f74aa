import fc from 'fast-check'
import t from 'tap'
import { backendFor } from '../testing/page.ts'
import { LEASE } from '../testing/signing.ts'
import { data } from '../testing/control-client.ts'
import { visitor } from '../testing/visitor.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { anyCharacter } from '../testing/characters.ts'
import { rounds } from '../../tools/testing/rounds.ts'

// Random forms: each gets a page, none causes an internal error, and no sent value becomes markup.

const RUNS = rounds(120)
const SEED = 20_261_121
const EVIL = '"\'><x-evil>'
const KINDS = [
  'text',
  'email',
  'phone',
  'number',
  'date',
  'yes_no',
  'single_choice',
  'multiple_choice',
]
const STEPS = [
  {
    id: 'identity',
    type: 'id_verification',
    config: { faceCheck: 'selfie', allowPhotoUpload: true },
  },
  {
    id: 'form',
    type: 'custom_form',
    config: {
      questions: KINDS.map((type, i) => ({
        id: `q${i}`,
        type,
        label: `${EVIL}${i}`,
        ...(type.endsWith('choice') && { options: [EVIL, 'b'] }),
      })),
    },
  },
  { id: 'court', type: 'background_check' },
  { id: 'mail', type: 'email_verification' },
  { id: 'lease', type: 'esign', config: { documents: [{ ...LEASE, title: EVIL }] } },
  { id: 'last', type: 'credit_history' },
]
const NAMES = [
  'acquisition',
  'side',
  'specimen',
  'images.front',
  ...KINDS.map((_, i) => `answers.q${i}`),
  'applicant.familyName',
  'applicant.givenNames.0',
  'applicant.dateOfBirth',
  'applicant.email',
  'version',
  'hash',
  'typedName',
  'reason',
  '__proto__',
  'answers.__proto__',
  'constructor',
  '',
]
const ACTS = [
  '',
  '/open',
  '/consent',
  '/sign',
  '/decline',
  '/withdraw',
  '/paper-copy',
  '/document',
  '/take',
  '/use',
  '/again',
  '/restart',
  '/read',
  '/review',
  '/constructor',
]
const PATHS = [
  '/end',
  '/start',
  ...STEPS.flatMap(({ id }) => ACTS.map((act) => `/steps/${id}${act}`)),
  '/steps/__proto__',
  '/steps/%E0%A4%A',
  '/steps/identity/documents/x',
]

const value = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    EVIL,
    'upload',
    'camera',
    'odette',
    'front',
    'back',
    '1',
    '-1e999',
    'true',
    '2026-02-30',
    '2026-02-28',
    'ana@example.com',
    'NaN',
    ' ',
    '\0',
    'a'.repeat(6000),
  ),
)
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES) },
  fc.string({ unit: anyCharacter }),
)
const form = fc.tuple(
  fc.constantFrom(...PATHS),
  fc.array(fc.tuple(name, value), { maxLength: 8 }),
  fc.boolean(),
)

t.test('every random form is answered with a page', async (t) => {
  const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
  const acme = backendFor(simulator, demoKey('org_acme'))
  const { id: workflow_template_id } = data<{ id: string }>(
    await acme.call('POST', '/v1/workflow-templates', { name: 'All', steps: STEPS }),
  )
  const seen = new Set<number>()
  let page = visitor(simulator, await acme.create({ workflow_template_id }))
  for (const [i, [path, fields, asFile]] of fc
    .sample(form, { numRuns: RUNS, seed: SEED })
    .entries()) {
    // Some sessions end early, and later forms are sent to ended sessions.
    if (i % 10 === 0) page = visitor(simulator, await acme.create({ workflow_template_id }))
    if (i % 10 === 1)
      await page.submit(STEPS[Math.floor(i / 10) % 4]!.id, { 'applicant.familyName': 'Ek' })
    const sent = Object.fromEntries(
      fields.map(([key, text]) => [
        key,
        asFile && key === 'images.front' ? Buffer.from(text) : text,
      ]),
    )
    const { status, headers, text } = await page.post(path, sent)
    const what = `${i} ${path} ${JSON.stringify(fields).slice(0, 500)}: ${status}`
    seen.add(status)
    if (![200, 303, 404, 409, 422].includes(status)) t.fail(what)
    if (!headers.get('content-type')?.startsWith('text/html') && status !== 303)
      t.fail(`no page: ${what}`)
    if (/<x-evil/.test(text) || /<x-evil/.test((await page.get()).text)) t.fail(`markup: ${what}`)
  }
  for (const status of [303, 404, 422]) t.ok(seen.has(status), `${status} was met`)
})
