import t from 'tap'
import { scopes as scopeTable } from '../../../spec/generated/scopes.ts'
import {
  bodyOf,
  controlOf,
  keyed,
  newOwner,
  pathOf,
  rateOf,
  refusalOf,
  roomySimulator,
  verdict,
} from '../testing.ts'

const ALL = Object.keys(scopeTable)

t.test('ERR-012 ERR-013 each operation needs exactly its scopes', async (t) => {
  const simulator = await roomySimulator(t)
  const owner = await newOwner(simulator, { tier: 'enterprise' })
  for (const operation of keyed) {
    const { operationId, scopes } = operation
    t.ok(scopes.length > 0, `${operationId} needs a scope`)
    for (const missing of scopes) {
      const reply = await (
        await owner.caller(
          'test',
          ALL.filter((scope) => scope !== missing),
        )
      )(operation.method.toUpperCase(), pathOf(operation), bodyOf(operation))
      t.equal(verdict(reply), '403 insufficient_scope', `${operationId} without ${missing}`)
      t.strictSame(
        refusalOf(reply).details,
        { required_scopes: scopes },
        `${operationId} says what it needs`,
      )
      t.ok(rateOf(reply.headers))
    }
    const enough = await (
      await owner.caller('test', [...scopes])
    )(operation.method.toUpperCase(), pathOf(operation), bodyOf(operation))
    t.not(
      enough.status,
      403,
      `${operationId} with ${scopes.join(' ')} and nothing else: ${enough.status}`,
    )
    t.not(enough.status, 401, operationId)
  }
})

t.test('the scopes that the contract names permit the stated operations', async (t) => {
  const simulator = await roomySimulator(t)
  const owner = await newOwner(simulator)
  const writer = await owner.caller('test', ['sessions:write'])
  const reader = await owner.caller('test', ['sessions:read'])
  const reporter = await owner.caller('test', ['sessions:read_report'])
  const made = await writer('POST', '/v1/sessions', {})
  t.equal(made.status, 201, 'SCO-005 sessions:write creates sessions')
  const path = `/v1/sessions/${made.json<{ data: { id: string } }>().data.id}`
  await controlOf(simulator)('POST', `${path.slice('/v1'.length)}/journey`, { action: 'submit' })
  const seen = await reader('GET', path)
  t.strictSame(
    seen.json<{ data: { idv: object } }>().data.idv,
    { available_images: ['portrait', 'front'], capture_acquisition: 'camera' },
    'SCO-001 IDV-007 sessions:read retrieves sessions, idv included',
  )
  t.equal(
    verdict(await reader('GET', `${path}/idv-image/front`)),
    '403 insufficient_scope',
    'IDV-008 IMG-009 being listed grants nothing',
  )
  t.equal(
    (await reporter('GET', `${path}/idv-image/front`)).status,
    200,
    'SCO-003 IMG-008 IMG-037 sessions:read_report alone has the images',
  )
  t.equal(verdict(await reporter('GET', path)), '403 insufficient_scope', 'and nothing else')
  t.equal(verdict(await reader('GET', `${path}/report.pdf`)), '403 insufficient_scope', 'REP-002')
  t.not((await reporter('GET', `${path}/report.pdf`)).status, 403, 'SCO-002')
  t.equal(verdict(await writer('GET', path)), '403 insufficient_scope', 'writing is not reading')
  t.equal(
    verdict(await reader('POST', '/v1/sessions', {})),
    '403 insufficient_scope',
    'reading is not writing',
  )
})

t.test('insufficient_scope is the same for an existing id and an unknown one', async (t) => {
  const simulator = await roomySimulator(t)
  const owner = await newOwner(simulator)
  const full = await owner.caller('test')
  const none = await owner.caller('test', [])
  const { id } = (await full('POST', '/v1/sessions', {})).json<{ data: { id: string } }>().data
  for (const path of [
    `/v1/sessions/${id}`,
    '/v1/sessions/vs_000000000000000000000000',
    '/v1/sessions/nonsense',
  ]) {
    for (const artifact of ['', '/idv-image/front', '/idv-image/back']) {
      const { details, message } = refusalOf(await none('GET', path + artifact))
      t.strictSame(
        { details, message },
        {
          details: {
            required_scopes: [artifact === '' ? 'sessions:read' : 'sessions:read_report'],
          },
          message:
            'The API key lacks a scope that this operation needs; see details.required_scopes.',
        },
        path + artifact,
      )
    }
  }
})
