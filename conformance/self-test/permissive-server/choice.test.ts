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
  const applied = new Set<string>()
  const server = composed(
    [
      { row: 'nothing', response: () => {} },
      { row: 'rewritten alike', response: (_, response) => edit(response, () => {}) },
      {
        row: 'asked only',
        request: (asked) => {
          asked.path = '/other'
        },
      },
      {
        row: 'status',
        response: (_, response) => {
          response.status = 201
        },
      },
      {
        row: 'header',
        response: (_, response) => {
          response.headers.push(['C', 'd'])
        },
      },
      { row: 'body', response: (_, response) => edit(response, () => ({ data: 2 })) },
      {
        row: 'binding',
        bindings: (_, bindings) => {
          bindings['key'] = 'other'
        },
      },
      { row: 'twice', delivery: () => 2 },
    ],
    applied,
  )
  server.request!(request())
  t.strictSame([...applied], [])
  server.response!(request(), answer())
  t.strictSame([...applied].toSorted(), ['body', 'header', 'status'])
  server.bindings!({ state: 'x', params: {}, run_id: '1', action: 'setup' } as never, {
    key: 'one',
  })
  t.equal(server.delivery!({ method: 'POST', headers: [], body: Buffer.from('{}') }), 2)
  t.strictSame([...applied].toSorted(), ['binding', 'body', 'header', 'status', 'twice'])
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
  const server = composed([note('a'), note('b')], new Set())
  server.request!(request())
  server.response!(request(), answer())
  t.strictSame(passed, ['asks a', 'asks b', 'answers b', 'answers a'])
})
