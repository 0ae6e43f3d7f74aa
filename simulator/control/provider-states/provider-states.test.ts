import { readFileSync } from 'node:fs'
import t from 'tap'
import type { RunningSimulator } from '../../server.ts'
import { type Client, type Reply, client, roomyWorld } from '../../testing/simulator.ts'
import { STATES } from './all.ts'
import { controlFor } from '../testing.ts'

type Bindings = Record<string, string> & {
  downloads?: object[]
  entries?: { action: string }[]
  withheld?: string[]
}

/** Sets states up one after the other; each use has its own run_id. */
function statesOf(control: Client) {
  let uses = 0
  const call = (
    state: string,
    params: object,
    action = 'setup',
    run_id = `run-${++uses}`,
  ): Promise<Reply> =>
    control('POST', '/states', {
      state,
      action,
      run_id,
      params: { region: 'us', mode: 'test', ...params },
    })
  const setUp = async (state: string, params: object = {}): Promise<Bindings> => {
    const reply = await call(state, params)
    if (reply.status !== 200)
      throw new Error(`${state} ${JSON.stringify(params)}: ${reply.status} ${reply.text}`)
    return reply.json<{ bindings: Bindings }>().bindings
  }
  const sentence = async (state: string, params: object): Promise<string> => {
    const reply = await call(state, params)
    return `${reply.status} ${reply.json<{ error: string }>().error}`
  }
  return { call, setUp, sentence }
}

const codeOf = (reply: Reply) => reply.json<{ error?: { code: string } }>().error?.code

async function sessionOf(
  simulator: RunningSimulator,
  { key, session_id }: Bindings,
  region: 'us' | 'eu' = 'us',
) {
  const reply = await client(simulator, key, region)('GET', `/v1/sessions/${session_id}`)
  return reply.json<{
    data: {
      status: string
      outcome: string
      idv?: { available_images: string[]; capture_acquisition: string }
    }
  }>().data
}

t.test('provider states', async (t) => {
  const { simulator, control } = await controlFor(t, { world: roomyWorld() })
  const { call, setUp, sentence } = statesOf(control)

  await t.test('are those of the protocol, with its parameters', async (t) => {
    const protocol = readFileSync(
      new URL('../../../conformance/target/PROTOCOL.md', import.meta.url),
      'utf8',
    )
    const listed = (await control('GET', '/states')).json<{ states: { name: string }[] }>().states
    t.strictSame(
      listed.map(({ name }) => name),
      Object.keys(STATES),
    )
    for (const [name, { takes, needs = [] }] of Object.entries(STATES)) {
      const row = protocol.split('\n').find((line) => line.startsWith(`| \`${name}\``))
      t.ok(row, `${name} has a row`)
      const cell = row?.split(' | ')[1] ?? ''
      for (const param of [...Object.keys(takes), ...needs])
        t.ok(cell.includes(`\`${param}\``), `${name} takes ${param}`)
    }
  })

  await t.test('a use is isolated, is the same when repeated, and leaves nothing', async (t) => {
    const [one, other] = [await setUp('organization'), await setUp('organization')]
    t.not(one.organization, other.organization)
    const params = { checks: ['id_verification'] }
    const first = (await call('open_session', params, 'setup', 'again')).json<{
      bindings: Bindings
    }>().bindings
    t.strictSame((await call('open_session', params, 'setup', 'again')).json(), {
      bindings: first,
    })
    t.equal((await call('open_session', {}, 'setup', 'again')).status, 422, 'a run_id is one use')
    const retrieve = () => client(simulator, first.key)('GET', `/v1/sessions/${first.session_id}`)
    t.equal((await retrieve()).status, 200)
    for (const _ of ['once', 'twice'])
      t.equal((await call('open_session', params, 'teardown', 'again')).status, 200)
    t.equal(codeOf(await retrieve()), 'invalid_api_key')
    t.equal((await control('GET', `/organizations/${first.organization}`)).status, 404)
    t.equal(
      (await control('GET', `/organizations/${one.organization}`)).status,
      200,
      'the other uses stay',
    )
  })

  for (const [where, given] of [
    ['in its own organization', {}],
    [
      'in an organization that existed before',
      { organization: (await setUp('organization')).organization },
    ],
  ] as const) {
    await t.test(
      `a use is set up again when it is repeated after a snapshot removed it, ${where}`,
      async (t) => {
        const ask = async (): Promise<Bindings> =>
          (await call('open_session', given, 'setup', `restored ${where}`)).json<{
            bindings: Bindings
          }>().bindings
        const { id } = (await control('POST', '/snapshots')).json<{ data: { id: string } }>().data
        const gone = await ask()
        t.equal((await control('POST', `/snapshots/${id}/restore`)).status, 200)
        const [made, same] = await Promise.all([ask(), ask()])
        t.not(made.session_id, gone.session_id)
        t.strictSame(same, made)
        t.equal((await sessionOf(simulator, made)).status, 'created')
      },
    )
  }

  await t.test(
    "records in another use's organization are deleted, and the organization stays",
    async (t) => {
      const { organization } = await setUp('organization')
      const params = { organization, scopes: ['sessions:read'] }
      const { key } = (await call('key', params, 'setup', 'joined')).json<{ bindings: Bindings }>()
        .bindings
      t.equal((await client(simulator, key)('GET', '/v1/sessions')).status, 200)
      await call('key', params, 'teardown', 'joined')
      t.equal((await client(simulator, key)('GET', '/v1/sessions')).status, 401)
      t.equal((await control('GET', `/organizations/${organization}`)).status, 200)
    },
  )

  await t.test('the error of a rejected state is one sentence with every problem', async (t) => {
    t.equal(await sentence('nothing', {}), '404 there is no state nothing')
    t.match(
      await sentence('organization', { tier: 'gold', colour: 1, region: 'uk' }),
      /^422 params\.region .*"us", "eu"; params\.tier .*"custom"; params .*'colour'$/,
    )
    t.match(
      await sentence('session', { status: 'open', outcome: 'declined', from: 'open' }),
      /outcome and decided_by go with completed; from goes with expired/,
    )
    t.match(await sentence('session_with_images', {}), /422 .*artifacts/)
    t.match(
      await sentence('submitted_session', { session_id: 'vs_nobody' }),
      /there is no session vs_nobody/,
    )
    t.match(
      await sentence('event', { organization: 'org_nobody', type: 'x' }),
      /there is no organization org_nobody/,
    )
    t.match(
      await sentence('key', { scopes: ['sessions:raed'] }),
      /422 .*keys was rejected.*Expected one of .*sessions:read/,
    )
    t.equal((await control('POST', '/states', { state: 'organization' })).status, 422)
  })

  await t.test('accounts and credentials', async (t) => {
    const refusals: [object, string | undefined][] = [
      [{ wallet: 'ok', subscription: 'active' }, undefined],
      [{ wallet: 'empty' }, 'payment_required'],
      [{ wallet: 'locked' }, 'payment_required'],
      [{ wallet: 'absent' }, 'payment_required'],
      [{ subscription: 'canceled' }, 'subscription_required'],
      [{ subscription: 'in_grace' }, undefined],
      [{ subscription: 'past_grace' }, 'subscription_required'],
    ]
    for (const [params, code] of refusals) {
      const { key, organization } = await setUp('account', { mode: 'live', ...params })
      t.equal(
        codeOf(await client(simulator, key)('GET', '/v1/sessions')),
        code,
        JSON.stringify(params),
      )
      await setUp('account', { mode: 'live', organization, wallet: 'ok', subscription: 'active' })
      t.equal(
        (await client(simulator, key)('GET', '/v1/sessions')).status,
        200,
        'and it can be changed back',
      )
    }
    const codes: [string, string, string][] = [
      ['revoked_key', 'revoked_key', 'invalid_api_key'],
      ['rotated_key', 'old_key', 'invalid_api_key'],
      ['key_with_retired_scopes', 'retired_key', 'insufficient_scope'],
    ]
    for (const [state, binding, code] of codes) {
      const bindings = await setUp(state)
      t.equal(
        codeOf(await client(simulator, bindings[binding])('GET', '/v1/sessions')),
        code,
        state,
      )
      t.equal((await client(simulator, bindings.key)('GET', '/v1/sessions')).status, 200)
    }
    const { publishable_key } = await setUp('publishable_key', { origins: ['https://a.example'] })
    t.match(publishable_key, /^ah_pk_us_test_/)
    const me = (token: string | undefined) => client(simulator, token)('GET', '/sdk/v1/sessions/me')
    t.equal(codeOf(await me((await setUp('expired_browser_token')).expired_token)), 'token_expired')
    t.equal(
      codeOf(await me((await setUp('aged_browser_token', { seconds: 86_400 })).aged_token)),
      'token_expired',
    )
    t.equal((await me((await setUp('aged_browser_token', { seconds: 30 })).aged_token)).status, 200)
    t.equal((await me((await setUp('client_token')).browser_token)).status, 200)
    const { base_url } = await setUp('address_limit', { requests: 5 })
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await fetch(`${base_url}/v1/sessions`)).status)
    t.strictSame(statuses, [401, 401, 401, 401, 401, 429, 429])
    await setUp('unused_address_limit')
    t.equal(
      (await fetch(`${base_url}/v1/sessions`)).status,
      429,
      'a second address keeps its own limit',
    )
  })

  await t.test('sessions, in both modes', async (t) => {
    const ends: [object, string, string | null][] = [
      [{ status: 'open' }, 'created', null],
      [{ status: 'in_progress' }, 'in_progress', null],
      [{ status: 'awaiting_review' }, 'awaiting_review', null],
      [{ status: 'completed', decided_by: 'rules' }, 'completed', 'approved'],
      [{ status: 'completed', outcome: 'declined', decided_by: 'rules' }, 'completed', 'declined'],
      [
        { status: 'completed', outcome: 'declined', decided_by: 'reviewer' },
        'completed',
        'declined',
      ],
      [{ status: 'completed', decided_by: 'applicant' }, 'completed', 'declined'],
      [{ status: 'cancelled' }, 'cancelled', null],
      [{ status: 'expired' }, 'expired', null],
      [{ status: 'expired', from: 'awaiting_review' }, 'expired', null],
      [
        { status: 'completed', checks: ['credit_history', 'custom_form', 'sanctions_screening'] },
        'completed',
        'approved',
      ],
    ]
    for (const mode of ['test', 'live']) {
      for (const [params, status, outcome] of ends) {
        t.match(
          await sessionOf(simulator, await setUp('session', { mode, ...params })),
          { status, outcome },
          `${mode} ${JSON.stringify(params)}`,
        )
      }
    }
    const open = await setUp('open_session', {
      checks: ['background_check', 'custom_form'],
      expected_outcome: 'fail',
    })
    t.match(open, {
      browser_token: /^bt_/,
      submission: { path: /^\/sdk\/v1\//, json: {}, applicant: 'applicant' },
    })
    await setUp('submitted_session', {
      session_id: open.session_id,
      applicant: { familyName: 'Typed' },
    })
    t.match(await sessionOf(simulator, open), { status: 'completed', outcome: 'declined' })
    const { key, applicant_id } = await setUp('applicant', { legal_name: 'Ana María Okafor' })
    t.match((await client(simulator, key)('GET', `/v1/applicants/${applicant_id}`)).json(), {
      data: { legal_name: 'Ana María Okafor' },
    })
    for (const params of [{ own_script: true }, { own_script: true, legal_name: 'Iuliana' }]) {
      const { key, applicant_id, localized_name } = await setUp('applicant', params)
      t.match(localized_name, /^[Ѐ-ӿ ]+$/)
      t.match((await client(simulator, key)('GET', `/v1/applicants/${applicant_id}`)).json(), {
        data: { localized_name, ...('legal_name' in params && { legal_name: params.legal_name }) },
      })
    }
    t.match(await sentence('applicant', {}), /^422 .*legal_name or own_script/)
    const { organization } = open
    await setUp('wiped_test_data', { organization })
    t.equal(
      (await client(simulator, open.key)('GET', `/v1/sessions/${open.session_id}`)).status,
      404,
    )
  })

  await t.test('images', async (t) => {
    const runs: [object, string[], string | null][] = [
      [{ artifacts: ['portrait', 'front', 'selfie'] }, ['portrait', 'front', 'selfie'], 'camera'],
      [
        { artifacts: ['front'], no_portrait: 'before_crops', acquisition: 'before_provenance' },
        ['front'],
        null,
      ],
      [
        { artifacts: ['front'], no_portrait: 'no_face', acquisition: 'upload' },
        ['front'],
        'upload',
      ],
      [
        { artifacts: ['portrait', 'front'], acquisition: 'undeclared' },
        ['portrait', 'front'],
        'camera',
      ],
      [{ artifacts: [] }, [], 'camera'],
    ]
    for (const [params, available_images, capture_acquisition] of runs) {
      t.match(
        await sessionOf(simulator, await setUp('session_with_images', params)),
        {
          status: 'completed',
          outcome: 'approved',
          idv: { available_images, capture_acquisition },
        },
        JSON.stringify(params),
      )
    }
    for (const by of ['retention', 'erasure']) {
      const bindings = await setUp('session_with_images', {
        artifacts: ['portrait', 'front'],
        region: 'eu',
      })
      await setUp('deleted_images', { region: 'eu', session_id: bindings.session_id, by })
      t.strictSame((await sessionOf(simulator, bindings, 'eu')).idv?.available_images, [], by)
      t.equal(
        codeOf(
          await client(
            simulator,
            bindings.key,
            'eu',
          )('GET', `/v1/sessions/${bindings.session_id}/idv-image/front`),
        ),
        'artifact_not_available',
      )
      const { organization } = bindings
      const { entries } = await setUp('activity_log', { region: 'eu', organization })
      t.strictSame(
        entries?.map(({ action }) => action),
        ['kyc.idv.evidence_export_failed'],
      )
    }
    const old = await setUp('session_with_images', { artifacts: ['front'] })
    t.match(await setUp('reverified_session', { session_id: old.session_id, times: 21 }), {
      done: 20,
    })
    t.strictSame((await sessionOf(simulator, old)).idv?.available_images, ['portrait', 'front'])
  })

  await t.test('forms and screening', async (t) => {
    const form = { question: { type: 'single_choice' }, rules: [{ op: 'eq', value: 'cafe' }] }
    const flagged = await setUp('submitted_form', { ...form, answer: 'CAFÉ' })
    t.match(await sessionOf(simulator, flagged), { status: 'awaiting_review' })
    await setUp('changed_form_rules', { session_id: flagged.session_id, rules: [] })
    t.match(await sessionOf(simulator, flagged), { status: 'awaiting_review' })
    t.match(await sessionOf(simulator, await setUp('submitted_form', { ...form, answer: 'tea' })), {
      status: 'completed',
    })
    t.match(
      await setUp('submitted_form', { ...form, rules: [{ op: 'gt', value: 3 }], answer: 'tea' }),
      { refused: true },
    )
    const screened = (field: string, operator: string, value: unknown) =>
      setUp('screened_session', {
        screening_rules: [
          {
            name: 'a',
            ruleType: 'custom',
            action: 'review',
            condition: { kind: 'field', field, operator, value },
          },
        ],
        applicant: { legal_name: 'Ana María', email: 'a@B.example' },
        metadata: { desk: 7 },
        device_intelligence: true,
        signals: { 'fraud.asn': 64_500 },
        findings: [
          {
            subject_type: 'watchlist',
            severity: 'high',
            source_authority: 'list',
            finding_type: 'match',
            evidence: { score: 0 },
          },
        ],
      })
    for (const [field, operator, value] of [
      ['applicant.legalName', 'eq', 'Ana María'],
      ['applicant.email.domain', 'eq', 'b.example'],
      ['session.metadata.desk', 'eq', 7],
      ['fraud.asn', 'eq', 64_500],
      ['any.finding.watchlist.score', 'eq', 0],
      ['finding.severity.high.count', 'eq', 1],
    ] as const) {
      t.match(
        await sessionOf(simulator, await screened(field, operator, value)),
        { status: 'awaiting_review' },
        field,
      )
      t.match(
        await sessionOf(simulator, await screened(field, 'neq', value)),
        { status: 'completed' },
        field,
      )
    }
  })

  await t.test('signed documents', async (t) => {
    const verify = async (bindings: Bindings) =>
      (
        await client(simulator, undefined)('POST', '/v1/esign/verify', { sha256: bindings.sha256 })
      ).json<{ status: string; seal?: { token: string }; attestations?: object[] }>()
    const statuses = [
      'verified',
      'not_found',
      'not_signed',
      'unsealed',
      'unknown_key',
      'bad_signature',
      'claim_mismatch',
      'chain_unavailable',
      'unsupported_format',
      'verification_unavailable',
      'revoked_key',
    ]
    for (const mode of ['test', 'live']) {
      for (const status of statuses) {
        t.equal(
          (await verify(await setUp('signed_document', { mode, status }))).status,
          status,
          `${mode} ${status}`,
        )
      }
    }
    const stages = {
      opened: 'not_signed',
      consented: 'not_signed',
      signed: 'verified',
      ended: 'verified',
      unsealed: 'unsealed',
      declined: 'not_signed',
      withdrawn: 'not_signed',
      withdrawn_later: 'verified',
    }
    for (const [stage, status] of Object.entries(stages)) {
      const { documents, session_id, key } = await setUp('signing_session', { stage, documents: 2 })
      for (const document of documents as unknown as Bindings[])
        t.equal((await verify(document)).status, status, stage)
      const over = ['ended', 'declined', 'withdrawn'].includes(stage)
      t.equal(
        (await sessionOf(simulator, { session_id, key } as Bindings)).status === 'completed',
        over,
        stage,
      )
    }
    for (const type of ['document_signed', 'document_declined']) {
      const { organization } = await setUp('organization', {})
      const event = await setUp('event', { organization, type: `kyc.session.${type}` })
      t.equal(event['organization'], organization, type)
      t.match(event['session_id'], /^vs_/, type)
    }
    for (const claim of ['agreement', 'document', 'organization', 'mode', 'region']) {
      t.match(await verify(await setUp('signed_document', { status: 'claim_mismatch', claim })), {
        status: 'claim_mismatch',
      })
    }
    const retired = await setUp('signed_document', {
      mode: 'live',
      status: 'verified',
      retired_key: true,
      attestations: 2,
    })
    t.match(await verify(retired), { status: 'verified', attestations: [{}, {}] })
    const keys = (await client(simulator, undefined)('GET', '/.well-known/esign-keys')).json<{
      keys: { kid: string; status: string }[]
    }>()
    t.match(
      keys.keys.find(({ kid }) => kid === retired.kid),
      { status: 'retired' },
    )
    const { sha256 } = retired
    await setUp('signed_document', { mode: 'live', status: 'revoked_key', sha256 })
    t.match(await verify(retired), { status: 'revoked_key' })
    const forged = { mode: 'live', status: 'bad_signature', revoked_key: true }
    t.match(await verify(await setUp('signed_document', forged)), { status: 'bad_signature' })
  })
})

t.test('only the clock decides the age: a day later, forgotten uses are undone', async (t) => {
  const { control } = await controlFor(t)
  const { setUp } = statesOf(control)
  const { organization } = await setUp('organization')
  await control('POST', '/clock/advance', { seconds: 86_401 })
  const { organization: younger } = await setUp('organization')
  t.equal((await control('GET', `/organizations/${organization}`)).status, 404)
  t.equal((await control('GET', `/organizations/${younger}`)).status, 200)
})

t.test('the name of an organization stands for one in each region', async (t) => {
  const { simulator, control } = await controlFor(t, { world: roomyWorld() })
  const { setUp, call } = statesOf(control)
  const { organization } = await setUp('organization')
  const place = { organization, region: 'eu' }
  const made = await call('session', { ...place, status: 'cancelled' }, 'setup', 'run-eu')
  const { bindings } = made.json<{ bindings: Bindings }>()
  t.equal(bindings.organization, organization)
  t.equal((await sessionOf(simulator, bindings, 'eu')).status, 'cancelled')
  const { key } = await setUp('key', place)
  const path = `/v1/sessions/${bindings['session_id']}`
  t.equal((await client(simulator, key!, 'eu')('GET', path)).status, 200, 'with a later key')
  const home = await setUp('key', { organization })
  t.equal((await client(simulator, home['key']!)('GET', path)).status, 404, 'from home')
  t.equal((await control('GET', `/organizations/${organization}_eu`)).status, 200)
  await call('session', place, 'teardown', 'run-eu')
  t.equal((await control('GET', `/organizations/${organization}_eu`)).status, 404)
})
