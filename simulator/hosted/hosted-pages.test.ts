import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { document } from '../../spec/contract.ts'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { identities } from '../../fixtures/identities.ts'
import { backendFor } from '../testing/page.ts'
import { LEASE } from '../testing/signing.ts'
import { data, refusal, controlClient } from '../testing/control-client.ts'
import { type Fields, complaints, heading, visitor } from '../testing/visitor.ts'
import { type Reply, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { LANGUAGES } from './words.ts'

const QUESTIONS = [
  { id: 'number', type: 'text', label: 'Number of your document', required: true },
  { id: 'rooms', type: 'multiple_choice', label: 'Rooms', options: ['Kitchen', 'Bath'] },
]
const STEPS = [
  { id: 'identity', type: 'id_verification', config: { faceCheck: 'liveness' } },
  {
    id: 'form',
    type: 'custom_form',
    config: {
      questions: QUESTIONS,
      rules: [
        { when: { questionId: 'number', op: 'eq', value: 'X-RULE-1' }, action: 'flag_for_review' },
      ],
    },
  },
  { id: 'court', type: 'background_check' },
  { id: 'credit', type: 'credit_history' },
  { id: 'lists', type: 'sanctions_screening' },
  { id: 'mail', type: 'email_verification' },
]
const simulator = await simulatorFor(t, {
  world: {
    ...roomyWorld((organization) => {
      if (organization.id === 'org_acme') organization.default_workflow = { steps: STEPS }
    }),
    ip_limit: 1_000_000,
  },
})
const acme = backendFor(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
await control.freeze('2026-11-20T09:00:00.000Z')
/** A specimen whose document has a back. */
const CARD = identities.find(({ document_type }) => document_type === 'id_card')!.id
const front = evidenceFor(0).images.front.bytes()

const workflow = async (...steps: object[]): Promise<string> =>
  data<{ id: string }>(
    await acme.call('POST', '/v1/workflow-templates', { name: 'Of a test', steps }),
  ).id
const begin = async (body: object = {}) => {
  const page = visitor(simulator, await acme.create(body))
  await page.start()
  return page
}
const target = ({ headers }: Reply): string => headers.get('location') ?? ''
/** Returns the page at a path, as text. */
const shown = async (path: string): Promise<string> =>
  (await fetch(simulator.base_urls.us + path)).text()
const sessionOf = async (id: string) => data(await acme.call('GET', `/v1/sessions/${id}`))

/** Completes all steps, or those before a given step; every response must be a redirect. */
async function walk(
  { submit }: ReturnType<typeof visitor>,
  number = 'A1',
  until?: string,
): Promise<void> {
  const forms: [string, Fields][] = [
    ['identity', { acquisition: 'camera', specimen: 'joost' }],
    ['form', { 'answers.number': number, 'answers.rooms': ['Kitchen', 'Bath'] }],
    [
      'court',
      {
        'applicant.familyName': 'Okafor Lindqvist',
        'applicant.givenNames.0': 'Ana',
        'applicant.dateOfBirth': '1991-03-14',
      },
    ],
    ['credit', {}],
    ['lists', {}],
    ['mail', { 'applicant.email': 'ana@example.com' }],
  ]
  for (const [step, fields] of forms) {
    if (step === until) return
    const { status, headers, text } = await submit(step, fields)
    t.strictSame(
      [status, headers.get('location')?.startsWith('/s/vs_')],
      [303, true],
      `${step}: ${text}`,
    )
  }
}

t.test('GEN-005 GEN-006 the hosted pages and the data plane lead to the same result', async (t) => {
  const page = await begin()
  t.equal(heading(await page.get()), '200 Which document do you use?')
  await walk(page)
  t.equal(heading(await page.get()), '200 This verification is complete')
  const { id, sdk } = await acme.page()
  for (const [step, body] of [
    ['identity', { acquisition: 'camera' }],
    ['form', { answers: { number: 'A1', rooms: ['Kitchen', 'Bath'] } }],
    [
      'court',
      {
        applicant: {
          familyName: 'Okafor Lindqvist',
          givenNames: ['Ana'],
          dateOfBirth: '1991-03-14',
        },
      },
    ],
    ['credit', {}],
    ['lists', {}],
    ['mail', { applicant: { email: 'ana@example.com' } }],
  ] as const) {
    const headers = step === 'identity' ? { 'x-simulator-specimen': 'joost' } : {}
    t.equal(
      (await sdk('POST', `/sdk/v1/sessions/me/steps/${step}/submit`, body, headers)).status,
      200,
    )
  }
  const seen = async (session: string) => {
    const {
      id: _,
      applicant_id,
      created_at,
      expires_at,
      completed_at,
      ...shown
    } = await sessionOf(session)
    const known = data(await acme.call('GET', `/v1/applicants/${String(applicant_id)}`))
    const { id: __, created_at: ___, ...applicant } = known
    const { steps } = await control.call<{ steps: object[] }>('GET', `/sessions/${session}`)
    const image = await acme.call('GET', `/v1/sessions/${session}/idv-image/front`)
    return {
      shown,
      applicant,
      steps,
      image: image.bytes.equals(evidenceFor('joost').images.front.bytes()),
    }
  }
  const hosted = await seen(page.id)
  t.match(hosted, {
    shown: {
      status: 'completed',
      outcome: 'approved',
      hosted_url: null,
      idv: { available_images: ['portrait', 'front', 'selfie'], capture_acquisition: 'camera' },
    },
    applicant: {
      family_name: 'Okafor Lindqvist',
      given_names: ['Ana'],
      email: 'ana@example.com',
    },
    image: true,
  })
  t.strictSame(await seen(id), hosted)
})

t.test('an erasure during a capture leaves no trace of its document (GAP-DSR)', async (t) => {
  const page = await begin({ applicant: { family_name: 'Okafor', given_names: [] } })
  const document = { acquisition: 'camera', specimen: CARD }
  t.equal((await page.submit('identity/document', document)).status, 303)
  const stored = async () => (await simulator.ports.records.find('session', page.id))!.text
  t.match(await stored(), CARD)
  const { applicant_id } = await sessionOf(page.id)
  t.equal((await acme.call('DELETE', `/v1/applicants/${String(applicant_id)}`)).status, 204)
  t.notMatch(await stored(), CARD)
})

t.test('OUT-021 a document number typed by an applicant has no effect on the result', async (t) => {
  const template = await workflow(
    ...STEPS.slice(0, 2).map((step) =>
      step.type === 'custom_form' ? { ...step, config: { questions: QUESTIONS } } : step,
    ),
  )
  for (const [expected_outcome, verdict] of [
    ['pass', ['completed', 'approved']],
    ['fail', ['completed', 'declined']],
    ['review', ['awaiting_review', null]],
  ] as const) {
    for (const number of ['UX8086386', 'fail', 'review', '0', 'pass DECLINED']) {
      const page = await begin({ workflow_template_id: template, expected_outcome })
      await walk(page, number, 'court')
      const { status, outcome } = await sessionOf(page.id)
      t.strictSame([status, outcome], verdict, `${expected_outcome}: ${number}`)
    }
  }
})

t.test(
  'EVT-017 skipping a step ends the verification, and the reserved event is not delivered',
  async (t) => {
    const type = 'kyc.session.skipped_by_applicant'
    t.match(document.webhooks[type].post.summary, /skipped a step and so ended the verification/)
    const page = await begin()
    await page.submit('identity', { acquisition: 'camera' })
    t.match(
      (await page.get()).text,
      `<a href="/s/${page.id}/end">Skip this and end the verification</a>`,
    )
    t.equal(heading(await page.get('/end')), '200 End this verification?')
    t.match(await sessionOf(page.id), { status: 'in_progress' }, 'the question does not end it')
    t.equal((await page.post('/end')).status, 303)
    t.match(await sessionOf(page.id), { status: 'completed', outcome: 'declined' })
    t.strictSame(
      (await control.events(`&session_id=${page.id}`)).map((event) => event.type),
      ['kyc.session.completed'],
    )
    t.equal((await page.get('/end')).headers.get('location'), `/s/${page.id}`)
  },
)

t.test('no page can set the expected outcome', async (t) => {
  const page = await begin({ expected_outcome: 'fail' })
  await page.submit('identity', { acquisition: 'camera', expected_outcome: 'pass' })
  await page.submit('form', {
    'answers.number': '1',
    'answers.expected_outcome': 'pass',
    expected_outcome: 'pass',
  })
  t.match(await control.call('GET', `/sessions/${page.id}`), {
    expected_outcome: 'fail',
    steps: [{ outcome: 'fail' }],
  })
})

t.test('TOK-010 TOK-011 no page shows a result, a rule or stored applicant data', async (t) => {
  const applicant = {
    family_name: 'Quellcrist',
    given_names: ['Sarah'],
    email: 'q@falconer.example',
    date_of_birth: '1980-04-05',
  }
  const page = await begin({
    expected_outcome: 'review',
    metadata: { note: 'Harlan' },
    applicant,
  })
  const texts = [await page.get()]
  await page.submit('identity', { acquisition: 'camera' })
  texts.push(await page.get(), await page.submit('form', {}))
  await page.submit('form', { 'answers.number': '1' })
  for (const step of ['court', 'credit', 'lists', 'mail']) {
    texts.push(await page.get())
    t.equal((await page.submit(step)).status, 303, 'known applicant data are not requested again')
  }
  texts.push(await page.get())
  t.equal(heading(texts.at(-1)!), '200 A person is looking at this', 'a reviewer decides')
  await control.review(page.id, 'declined')
  texts.push(await page.get())
  t.equal(
    heading(texts.at(-1)!),
    '200 This verification is complete',
    'the page is the same for every verdict',
  )
  const secret = /declin|approv|review|outcome|X-RULE-1|Quellcrist|Sarah|falconer|1980|Harlan|app_/i
  for (const { text } of texts) t.notMatch(text, secret)
})

t.test('values of users are escaped on every page', async (t) => {
  const evil = `"><img src=x onerror=alert(1)>'`
  const kinds = [
    'text',
    'email',
    'phone',
    'number',
    'date',
    'yes_no',
    'single_choice',
    'multiple_choice',
  ]
  const questions = kinds.map((type, i) => ({
    id: `q${i}`,
    type,
    label: `${evil}${i}`,
    required: true,
    ...(type.endsWith('choice') && { options: [evil, 'b'] }),
  }))
  const template = await workflow(
    { id: 'form', type: 'custom_form', config: { questions } },
    { id: 'sign', type: 'esign', config: { documents: [{ ...LEASE, title: evil }] } },
  )
  const { name } = await control.call<{ name: string }>('GET', '/organizations/org_acme')
  await control.organization('org_acme', { name: evil })
  t.teardown(() => control.organization('org_acme', { name }))
  const page = await begin({ workflow_template_id: template })
  const pages = [await page.get(), await page.get('/end')]
  const answers = Object.fromEntries(
    questions.map(({ id, type }) => [`answers.${id}`, type === 'single_choice' ? 'b' : evil]),
  )
  const refused = await page.submit('form', answers)
  t.equal(refused.status, 422)
  t.match(complaints(refused), [
    /Please give a number$/,
    /Please give a complete date/,
    /Please choose one/,
  ])
  pages.push(refused)
  await control.call('POST', `/sessions/${page.id}/journey`, {
    action: 'submit_step',
    step_id: 'form',
    answers: {
      ...Object.fromEntries(questions.map(({ id }) => [id, evil])),
      q3: 1,
      q4: '2026-01-01',
      q5: true,
      q7: ['b'],
    },
  })
  await page.post('/steps/sign/open')
  pages.push(await page.get(), await page.post('/steps/sign/sign', { typedName: evil }))
  for (const { text } of pages) {
    t.notMatch(
      text,
      /<(img src=x|script(?! type="module" src="\/s\/assets\/hosted\.js"))|onerror=alert\(1\)>|style=/,
    )
    t.match(text, '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;')
  }
})

t.test('a window with old answers is told that the first submission counts', async (t) => {
  const { id, submit, post } = await begin()
  const told = /Already submitted, perhaps in another window: <bdi>(.*?)<\/bdi>/
  await submit('identity', { acquisition: 'camera' })
  const repeated = await submit('identity', { acquisition: 'camera' })
  const text = await shown(target(repeated))
  t.equal(told.exec(text)?.[1], 'Identity document')
  t.notMatch(text, 'Submitted: ')
  for (const other of ['form', 'unknown', '<b>'])
    t.notMatch(await shown(`/s/${id}?repeated=${other}`), told, `${other} was not submitted`)
  await post('/end')
  const over = await submit('identity', { acquisition: 'camera' })
  t.equal(target(over), `/s/${id}`, 'the page of the end tells the state')
})

t.test('a repeated or outdated form redirects to the current screen', async (t) => {
  const where = async (reply: Reply, id: string, title: string, query = ''): Promise<void> => {
    t.strictSame([reply.status, reply.headers.get('location')], [303, `/s/${id}${query}`])
    t.equal(heading(await visitor(simulator, id).get()), `200 ${title}`)
  }
  const twice = await begin()
  const both = await Promise.all(
    [1, 2].map(() => twice.submit('identity', { acquisition: 'camera' })),
  )
  const [first, second] = both.toSorted((a, b) => target(a).length - target(b).length)
  await where(first!, twice.id, 'A few questions')
  await where(second!, twice.id, 'A few questions', '?repeated=identity')
  await control.cancel(twice.id)
  const answers = { 'answers.number': '1' }
  for (const reply of [await twice.submit('form', answers), await twice.post('/end')])
    await where(reply, twice.id, 'This verification was cancelled')
  const lease = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
  const unopened = await begin({ workflow_template_id: await workflow(lease) })
  await control.cancel(unopened.id)
  await where(
    await unopened.post('/steps/lease/open'),
    unopened.id,
    'This verification was cancelled',
  )
  const ended = await begin()
  for (const reply of await Promise.all([1, 2].map(() => ended.post('/end'))))
    await where(reply, ended.id, 'You have ended this verification')
  const started = visitor(simulator, await acme.create())
  for (const reply of await Promise.all([1, 2].map(() => started.start())))
    await where(reply, started.id, 'Which document do you use?')
  const expired = await begin()
  await control.advance(8 * 24 * 3600)
  await where(await expired.submit('identity', {}), expired.id, 'This link has expired')
  await where(await expired.submit('identity/document', {}), expired.id, 'This link has expired')
  const parked = await begin({ expected_outcome: 'review' })
  await walk(parked)
  await where(await parked.post('/end'), parked.id, 'A person is looking at this')
  await where(await parked.submit('credit'), parked.id, 'A person is looking at this')
  const skipped = await begin()
  await acme.call('POST', `/v1/sessions/${skipped.id}/skip_step`, { step_id: 'identity' })
  t.match(
    (await skipped.get()).text,
    /<li class="skipped">\s*<span class="unseen">Identity document \(not needed\)</,
  )
  for (const path of [
    '/steps/nowhere',
    '/steps/nowhere/take',
    '/steps/form/open',
    '/steps/form/sign',
    '/steps/form/nonsense',
  ]) {
    const reply = await skipped.post(path, { ...answers, typedName: 'Ana' })
    t.equal(reply.status, 404, path)
    t.match(reply.headers.get('content-type'), 'text/html')
  }
})

t.test('a start that arrives while the session ends redirects to its end page', async (t) => {
  const { id, get } = visitor(simulator, await acme.create())
  async function* slowly(): AsyncGenerator<Buffer> {
    yield Buffer.from('x=')
    // By then, the service has read the session, and waits for the rest of the body.
    await setTimeout(300)
    await control.cancel(id)
    yield Buffer.from('1')
  }
  const { status, headers } = await fetch(`${simulator.base_urls.us}/s/${id}/start`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: slowly(),
    duplex: 'half',
  } as RequestInit)
  t.strictSame([status, headers.get('location')], [303, `/s/${id}`])
  t.equal(heading(await get()), '200 This verification was cancelled')
})

t.test('the title has the name of the business unchanged', async (t) => {
  const rename = (name: string) => control.call('PATCH', '/organizations/org_acme', { name })
  await rename('Cash $$ and $` Carry')
  t.match(
    (await visitor(simulator, await acme.create()).get()).text,
    /<title>Verification for Cash \$\$ and \$` Carry[^<]*<\/title>/,
  )
  await rename('Acme Rentals')
})

t.test('CER-033 both controls are shown and work before the documents are opened', async (t) => {
  const template = await workflow({ id: 'lease', type: 'esign', config: { documents: [LEASE] } })
  for (const [act, said] of [
    ['paper-copy', 'You have asked for a paper copy'],
    ['withdraw', 'You have withdrawn your consent'],
  ] as const) {
    const page = await begin({ workflow_template_id: template })
    const { text } = await page.get()
    t.match(text, 'Open the documents')
    for (const control of ['paper-copy', 'withdraw'])
      t.match(text, new RegExp(`action="[^"]*/steps/lease/${control}"`))
    t.equal((await page.post(`/steps/lease/${act}`)).status, 303)
    t.match((await page.get()).text, said)
  }
})

t.test('CER-024 CER-033 both controls work on a signed step of a live session', async (t) => {
  const template = await workflow(
    { id: 'lease', type: 'esign', config: { documents: [LEASE] } },
    { id: 'lists', type: 'sanctions_screening' },
  )
  const page = await begin({ workflow_template_id: template })
  await page.post('/steps/lease/open')
  const { text } = await page.get()
  const field = (name: string) => new RegExp(`name="${name}" value="(.*?)"`).exec(text)![1]!
  await page.post('/steps/lease/consent', { version: field('version'), hash: field('hash') })
  await page.post('/steps/lease/sign', { typedName: 'Ana' })
  const signed = await page.get('/steps/lease')
  for (const control of ['paper-copy', 'withdraw'])
    t.match(signed.text, new RegExp(`action="[^"]*/steps/lease/${control}"`))
  for (const [act, said] of [
    ['paper-copy', 'You have asked for a paper copy'],
    ['withdraw', 'You have withdrawn your consent'],
  ] as const) {
    t.equal((await page.post(`/steps/lease/${act}`)).status, 303)
    t.match((await page.get('/steps/lease')).text, said)
  }
  t.match(await sessionOf(page.id), { outcome: null })
})

t.test('a document whose title has no letters is saved under a general name', async (t) => {
  const document = { ...LEASE, title: '?!' }
  const page = await begin({
    workflow_template_id: await workflow({
      id: 'lease',
      type: 'esign',
      config: { documents: [document] },
    }),
  })
  await page.post('/steps/lease/open')
  t.match((await page.get()).text, ' download="document.pdf"')
})

t.test('the first screen names only data that the workflow collects', async (t) => {
  const lease = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
  const form = { questions: [{ id: 'city', type: 'text', label: 'City' }] }
  const check = { id: 'check', type: 'background_check' }
  for (const [steps, data, applicant] of [
    [[lease], ['your signature']],
    [
      [{ id: 'form', type: 'custom_form', config: form }, lease],
      ['your answers', 'your signature'],
    ],
    [
      [{ id: 'id', type: 'id_verification', config: { faceCheck: 'none' } }, lease],
      ['your photos', 'your signature', 'the results of the checks'],
    ],
    [[check], ['your details', 'the results of the checks']],
    [[check], ['the results of the checks'], { family_name: 'Ek' }],
  ] as const) {
    const workflow_template_id = await workflow(...steps)
    const body = { workflow_template_id, ...(applicant && { applicant }) }
    const { text } = await visitor(simulator, await acme.create(body)).get()
    const list = /receives:<\/p>\s*<ul[^>]*>(.*?)<\/ul>/s.exec(text)![1]!
    t.strictSame(
      [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) => item),
      data,
    )
  }
})

t.test('a wrong date of a form is no date of birth', async (t) => {
  const questions = [{ id: 'dateOfBirth', type: 'date', label: 'Lease begins' }]
  const form = await workflow({ id: 'form', type: 'custom_form', config: { questions } })
  const check = await workflow({ id: 'check', type: 'background_check' })
  for (const [lang, { text }] of LANGUAGES) {
    const headers = { 'accept-language': lang }
    const asked = await begin({ workflow_template_id: form })
    const answers = { 'answers.dateOfBirth': '2026-02-30' }
    const wrong = complaints(await asked.submit('form', answers, headers))
    t.strictSame(wrong, [`Lease begins: ${text.problemDate}`])
    const born = { 'applicant.familyName': 'Ek', 'applicant.dateOfBirth': '2999-01-01' }
    const checked = await begin({ workflow_template_id: check })
    const unborn = complaints(await checked.submit('check', born, headers))
    t.strictSame(unborn, [`${text.dateOfBirth}: ${text.problemBirthDate}`])
  }
})

t.test('declining, withdrawing and ending have separate pages', async (t) => {
  const template = await workflow({ id: 'lease', type: 'esign', config: { documents: [LEASE] } })
  for (const [act, title] of [
    ['/steps/lease/decline', 'You have declined to sign'],
    ['/steps/lease/withdraw', 'You have withdrawn your consent'],
    ['/end', 'You have ended this verification'],
  ] as const) {
    const page = await begin({ workflow_template_id: template })
    await page.post('/steps/lease/open')
    for (const reply of [await page.post(act), await page.post(act)]) t.equal(reply.status, 303)
    t.equal(heading(await page.get()), `200 ${title}`)
  }
})

t.test(
  'IDV-012 a photo can be uploaded only if the workflow allows it, and is validated',
  async (t) => {
    const closed = await begin()
    t.notMatch((await closed.get()).text, 'value="upload"')
    const upload = { acquisition: 'upload', specimen: 'oeyvind' }
    for (const act of ['identity', 'identity/document']) {
      const forged = await closed.submit(act, upload)
      t.strictSame(
        [forged.status, complaints(forged)],
        [422, ['Photos taken before are not accepted here.']],
      )
    }
    t.match(await sessionOf(closed.id), { status: 'created' })
    const template = await workflow({
      id: 'identity',
      type: 'id_verification',
      config: { allowPhotoUpload: true },
    })
    const page = await begin({ workflow_template_id: template })
    t.equal((await page.submit('identity', upload)).status, 422, 'nothing was uploaded yet')
    t.equal((await page.submit('identity/document', upload)).status, 303)
    t.match((await page.get()).text, /type="file" required.*accept="image\/jpeg,image\/png"/)
    const complained = async (fields: Fields): Promise<unknown[]> => {
      const reply = await page.submit('identity/take', { side: 'front', ...fields })
      return [reply.status, ...complaints(reply)]
    }
    t.strictSame(await complained({}), [422, 'Front of the document: Choose a photo'])
    const refused = [422, 'Front of the document: Choose a JPEG or PNG photo of up to 10 MB']
    t.strictSame(await complained({ 'images.front': Buffer.from('%PDF-1.7') }), refused)
    const large = Buffer.concat([front, Buffer.alloc(10 * 1024 * 1024)])
    t.strictSame(await complained({ 'images.front': large }), refused)
    const huge = await page.submit('identity/take', {
      side: 'front',
      'images.front': Buffer.alloc(22 * 1024 * 1024),
    })
    t.equal(heading(huge), '413 That was too large')
    t.match(huge.text, /10 MB at most.*<a href="\/s\/vs_/s, 'what to do')
    t.strictSame(await complained({ 'images.front': front }), [303])
    t.equal(heading(await page.get()), '200 Check the photo of the front')
    await page.submit('identity', { acquisition: 'upload' })
    t.match(await sessionOf(page.id), {
      status: 'completed',
      idv: { capture_acquisition: 'upload' },
    })
    const image = await acme.call('GET', `/v1/sessions/${page.id}/idv-image/front`)
    t.ok(
      image.bytes.equals(evidenceFor('oeyvind').images.front.bytes()),
      'the specimen that was selected before the errors',
    )
  },
)

t.test(
  'PLN-024 each screen has one task, and another device continues at the same screen',
  async (t) => {
    const page = visitor(simulator, await acme.create())
    const seen: string[] = []
    const next = async (act: string, fields: Fields = {}): Promise<void> => {
      seen.push(heading(await page.get()).slice(4))
      // Sent twice, as by a double click on a slow network.
      for (const reply of [await page.post(act, fields), await page.post(act, fields)])
        t.equal(reply.status, 303, act)
    }
    const at = '/steps/identity'
    await next('/start')
    await next(`${at}/document`, { specimen: CARD, acquisition: 'camera' })
    await next(`${at}/take`, { side: 'front' })
    await next(`${at}/again`, { side: 'front' })
    await next(`${at}/take`, { side: 'front' })
    await next(`${at}/use`, { side: 'front' })
    await next(`${at}/take`, { side: 'back' })
    await next(`${at}/use`, { side: 'back' })
    await next(at, { acquisition: 'camera' })
    seen.push(heading(await page.get()).slice(4))
    t.strictSame(seen, [
      'Verification for Acme Rentals',
      'Which document do you use?',
      'Photograph the front',
      'Check the photo of the front',
      'Photograph the front',
      'Check the photo of the front',
      'Photograph the back',
      'Check the photo of the back',
      'Scan your face',
      'A few questions',
    ])
    const image = await acme.call('GET', `/v1/sessions/${page.id}/idv-image/front`)
    t.ok(image.bytes.equals(evidenceFor(CARD).images.front.bytes()))
  },
)

t.test('OUT-006 an unreadable photo can be taken again', async (t) => {
  const page = await begin({ expected_outcome: 'doc_quality' })
  const at = '/steps/identity'
  await page.post(`${at}/document`, { specimen: 'odette', acquisition: 'camera' })
  const buttons = async (): Promise<string[]> =>
    [...(await page.get()).text.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text]) => text!)
  await page.post(`${at}/take`, { side: 'front' })
  t.match((await page.get()).text, /role="status"><p><strong>This photo is hard to read/)
  t.strictSame((await buttons()).slice(0, 2), ['Take it again', 'Use this photo'])
  await page.post(`${at}/again`, { side: 'front' })
  await page.post(`${at}/take`, { side: 'front' })
  t.strictSame((await buttons()).slice(0, 2), ['Use this photo', 'Take it again'])
})

t.test('OUT-006 only a taken photo of a document quality issue is unreadable', async (t) => {
  const pictures = async (expected: string): Promise<(string | undefined)[]> => {
    const page = await begin({ expected_outcome: expected })
    const picture = async () => /<img [^>]*src="([^"]*)"/.exec((await page.get()).text)?.[1]
    const at = '/steps/identity'
    await page.post(`${at}/document`, { specimen: 'odette', acquisition: 'camera' })
    const live = await picture()
    await page.post(`${at}/take`, { side: 'front' })
    return [live, await picture()]
  }
  const [sharp, blurred] = ['', '-unreadable'].map((end) => `/s/assets/specimens/odette${end}.jpg`)
  t.strictSame(await pictures('doc_quality'), [sharp, blurred])
  t.strictSame(await pictures('pass'), [sharp, sharp])
})

t.test('a malformed body is answered with a page', async (t) => {
  const page = await begin()
  for (const [type, body, status] of [
    ['application/json', '{}', 415],
    ['text/plain', 'acquisition=camera', 415],
    ['nonsense', 'x', 415],
    ['multipart/form-data', 'x', 422],
    ['multipart/form-data; boundary=b', '--b\r\n', 422],
    ['multipart/form-data; boundary=b', '--b--', 303],
  ] as const) {
    const reply = await fetch(`${simulator.base_urls.us}/s/${page.id}/steps/identity`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': type },
      body,
    })
    t.equal(reply.status, status, `${type} ${body}`)
    if (status !== 303) t.match(await reply.text(), 'That could not be read')
  }
})

t.test(
  'names are requested if a check needs them, and validated as for any other client',
  async (t) => {
    const page = await begin()
    await walk(page, '1', 'court')
    const complained = async (fields: Fields): Promise<string[]> =>
      complaints(await page.submit('court', fields))
    t.strictSame(await complained({}), ['Family name: Please answer this'])
    t.match(await complained({ 'applicant.familyName': 'x'.repeat(101) }), [/^Family name: /])
    t.match(
      await complained({ 'applicant.familyName': 'Ek', 'applicant.dateOfBirth': '2999-01-01' }),
      ['Date of birth: Please give a date. A date of birth is in the past'],
    )
    const again: Reply = await page.submit('court', {
      'applicant.familyName': ' ',
      'applicant.nameSuffix': 'Jr.',
    })
    t.match(
      again.text,
      /name="applicant.nameSuffix" type="text" value="Jr\."/,
      'the typed values are kept',
    )
    const long = 'x'.repeat(300)
    const { text } = await page.submit('court', {
      'applicant.familyName': 'Ek',
      'applicant.givenNames.0': '',
      'applicant.givenNames.1': long,
    })
    const [wrong, ...others] = text.match(/<input[^>]*aria-invalid="true"[^>]*>/g) ?? []
    t.match(wrong, `value="${long}"`, 'the error is at the name, also after an empty field')
    t.strictSame(others, [])
  },
)

t.test('the header X-Simulator-Signals also works on pages', async (t) => {
  const bot = { field: 'fraud.botScore', kind: 'field', operator: 'lt', value: 30 }
  const { id: workflow_template_id } = data<{ id: string }>(
    await acme.call('POST', '/v1/workflow-templates', {
      name: 'No bots',
      device_intelligence: true,
      steps: [{ id: 'identity', type: 'id_verification' }],
      screening_rules: [{ name: 'bot', ruleType: 'bot_signal', action: 'review', condition: bot }],
    }),
  )
  for (const [score, status] of [
    [4, 'awaiting_review'],
    [90, 'completed'],
  ] as const) {
    const page = await begin({ workflow_template_id })
    await page.submit('identity', {}, { 'x-simulator-signals': `{"fraud.botScore": ${score}}` })
    t.match(await sessionOf(page.id), { status })
  }
})

t.test('the data plane accepts a specimen in X-Simulator-Specimen', async (t) => {
  const { sdk } = await acme.page()
  const wrong = await sdk(
    'POST',
    '/sdk/v1/sessions/me/steps/identity/submit',
    {},
    { 'x-simulator-specimen': 'nobody' },
  )
  t.equal(refusal(wrong), '422 validation_error')
  t.match(wrong.text, /Expected one of odette, joost/)
})
