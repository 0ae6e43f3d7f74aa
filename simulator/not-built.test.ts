import t from 'tap'
import { document, operations } from '../spec/contract.ts'
import { publicHandlers } from './features/all.ts'
import { bodyOf, keyed, newOwner, pathOf, rateOf, refusalOf, roomySimulator, verdict } from './http/testing.ts'
import { NOT_BUILT } from './not-built.ts'
import { client } from './testing.ts'

t.comment(NOT_BUILT.length === 0
  ? 'every operation is built' : `not built yet (${NOT_BUILT.length} of ${operations.length}): ${NOT_BUILT.join(', ')}`)

t.test('every id on the list is an operation of the contract, once, and has no handler that it would hide',
  async (t) => {
  const known: string[] = operations.map(({ operationId }) => operationId)
  t.strictSame(NOT_BUILT.filter((id) => !known.includes(id)), [])
  t.equal(new Set(NOT_BUILT).size, NOT_BUILT.length)
  const { ports } = await roomySimulator(t)
  const built = Object.keys(publicHandlers(ports, document))
  t.strictSame(NOT_BUILT.filter((id) => built.includes(id)), [])
  t.strictSame(known.filter((id) => !built.includes(id)).sort(), [...NOT_BUILT].sort(),
    'what is neither built nor listed')
})

t.test('what is not built says so in the envelope, to whoever may call it', async (t) => {
  const simulator = await roomySimulator(t)
  const owner = await newOwner(simulator)
  const [full, none] = [await owner.caller('test'), await owner.caller('test', [])]
  for (const operation of keyed.filter(({ operationId }) => NOT_BUILT.includes(operationId))) {
    const [method, path, body] = [operation.method.toUpperCase(), pathOf(operation), bodyOf(operation)] as const
    t.equal(verdict(await client(simulator, undefined)(method, path, body)), '401 authentication_required',
      `${operation.operationId} to a stranger`)
    t.equal(verdict(await none(method, path, body)), '403 insufficient_scope',
      `${operation.operationId} without its scope`)
    const reply = await full(method, path, body)
    t.equal(verdict(reply), '501 not_implemented', operation.operationId)
    t.ok(rateOf(reply.headers), `${operation.operationId} counts`)
    t.strictSame(refusalOf(reply).details, {})
    if (!operation.requestBody) continue
    t.equal(verdict(await full(method, path, '{"broken')), '501 not_implemented',
      `${operation.operationId}, whatever is sent`)
  }
})

t.test('what is not built and needs no secret key says so too, unless its own credential is asked for first',
  async (t) => {
  const simulator = await roomySimulator(t)
  for (const operation of operations.filter(({ operationId, routeClass }) => routeClass === 'none'
    && NOT_BUILT.includes(operationId))) {
    const reply = await client(simulator, undefined)(operation.method.toUpperCase(), pathOf(operation),
      bodyOf(operation))
    const allowed = operation.security.length > 0 ? ['501 not_implemented', '401 authentication_required'] : [
      '501 not_implemented']
    t.ok(allowed.includes(verdict(reply)), `${operation.operationId}: ${verdict(reply)}`)
    t.equal(rateOf(reply.headers), null)
  }
})
