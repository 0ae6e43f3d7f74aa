import t from 'tap'
import type { ProxiedRequest, ProxiedResponse } from '../proxy.ts'
import { composed, edit } from './choice.ts'

const request = (): ProxiedRequest => ({
  region: 'us',
  method: 'GET',
  path: '/v1/wallet',
  headers: {},
  body: Buffer.from(''),
})
const answer = (): ProxiedResponse => ({
  status: 200,
  headers: [['A', 'b']],
  body: Buffer.from('{"data":1}'),
})

t.test('a row counts only once its choice has changed a message', async (t) => {
  const turned = new Set<string>()
  const twin = composed(
    [
      { turns: 'nothing', response: () => {} },
      { turns: 'rewritten alike', response: (_, response) => edit(response, () => {}) },
      {
        turns: 'asked only',
        request: (asked) => {
          asked.path = '/other'
        },
      },
      {
        turns: 'status',
        response: (_, response) => {
          response.status = 201
        },
      },
      {
        turns: 'header',
        response: (_, response) => {
          response.headers.push(['C', 'd'])
        },
      },
      { turns: 'body', response: (_, response) => edit(response, () => ({ data: 2 })) },
      {
        turns: 'binding',
        bindings: (_, bindings) => {
          bindings['key'] = 'other'
        },
      },
      { turns: 'twice', delivery: () => 2 },
    ],
    turned,
  )
  twin.request!(request())
  t.strictSame([...turned], [])
  twin.response!(request(), answer())
  t.strictSame([...turned].toSorted(), ['body', 'header', 'status'])
  twin.bindings!({ state: 'x', params: {}, run_id: '1', action: 'setup' } as never, { key: 'one' })
  t.equal(twin.delivery!({ method: 'POST', headers: [], body: Buffer.from('{}') }), 2)
  t.strictSame([...turned].toSorted(), ['binding', 'body', 'header', 'status', 'twice'])
})

t.test('responses pass the choices in reverse order', async (t) => {
  const passed: string[] = []
  const note = (name: string) => ({
    request: () => {
      passed.push(`asks ${name}`)
    },
    response: () => {
      passed.push(`answers ${name}`)
    },
  })
  const twin = composed([note('a'), note('b')], new Set())
  twin.request!(request())
  twin.response!(request(), answer())
  t.strictSame(passed, ['asks a', 'asks b', 'answers b', 'answers a'])
})
