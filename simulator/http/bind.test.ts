import t from 'tap'
import Fastify from 'fastify'
import { document, operations } from '../../spec/contract.ts'
import { publicHandlers } from '../features/all.ts'
import { simulatorFor } from '../testing/simulator.ts'
import type { Binding } from './binding.ts'
import { bind } from './bind.ts'
import { Cursors } from '../call/cursors.ts'
import { Validators } from './operations.ts'
import { UploadReader } from '../uploads/upload-reader.ts'

t.test(
  'every operation of the contract has a handler, and every handler has an operation',
  async (t) => {
    const { ports } = await simulatorFor(t)
    const handlers = publicHandlers(ports, document)
    t.strictSame(
      Object.keys(handlers).sort(),
      operations.map(({ operationId }) => operationId as string).sort(),
    )
    const binding: Binding = {
      operations,
      handlers,
      validators: new Validators(document),
      now: () => 0,
      requestId: () => 'req_1',
      cursors: new Cursors('secret'),
      admit: () => undefined,
      admitUnknownRoute: () => ({}),
      report: () => undefined,
      uploads: new UploadReader(),
    }
    const start = (change: Partial<Binding>) => () =>
      bind(Fastify({ exposeHeadRoutes: false }), { ...binding, ...change })
    t.doesNotThrow(start({}))
    const { createSession: _one, signSdkEnvelope: _other, ...some } = handlers
    t.throws(start({ handlers: some }), {
      message: /without a handler: createSession, signSdkEnvelope$/,
    })
    t.throws(start({ handlers: { ...handlers, signNothing: handlers.createSession! } }), {
      message: /without an operation: signNothing$/,
    })
  },
)

t.test('all listeners share the compiled validators of an operation', (t) => {
  const compiled = (listeners: number): number => {
    const validators = new Validators(document)
    for (const operation of Array.from({ length: listeners }, () => operations).flat())
      validators.for(operation)
    return [...validators.warmUp()].length
  }
  t.ok(compiled(1) > 20)
  t.equal(compiled(3), compiled(1))
  t.end()
})
