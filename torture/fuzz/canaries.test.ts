import t from 'tap'
import { Canaries } from './canaries.ts'
import { markOf, type Plane } from './planes.ts'
import type { FuzzRequest } from './requests.ts'
import type { Response } from '../http/client.ts'

const plane = { name: 'us/test', mark: markOf(4), ids: {} } as unknown as Plane
const request = { plane, path: '/v1/sessions', body: undefined } as FuzzRequest

function leakIn(text: string): string | undefined {
  const headers = new Headers({ 'content-type': 'application/json' })
  return new Canaries([plane]).leakIn(request, { status: 200, text, headers } as Response)
}

t.test('a marker of another plane is a leak, reported with its context', async (t) => {
  t.match(
    leakIn(`{"name_suffix":"${markOf(5)}"}`),
    `${markOf(5)} of another plane: {"name_suffix":"${markOf(5)}"`,
  )
  t.equal(leakIn(`{"name_suffix":"${markOf(4)}"}`), undefined, 'its own mark')
  t.equal(leakIn('{"name_suffix":"zq.41.4.zq"}'), undefined, 'a mark that a mutation changed')
})

t.test('a random id that contains the letters of a marker is not a leak', async (t) => {
  t.equal(leakIn('{"id":"evt_7sngzq5zqbmc1fagx0000000"}'), undefined)
})
