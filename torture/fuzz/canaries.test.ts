import t from 'tap'
import { Canaries } from './canaries.ts'
import type { Plane } from './planes.ts'
import type { FuzzRequest } from './requests.ts'
import type { Response } from '../http/client.ts'

const plane = { name: 'us/test', mark: 'zq.4.zq', ids: {} } as unknown as Plane
const request = { plane, path: '/v1/sessions', body: undefined } as FuzzRequest

function leakIn(text: string): string | undefined {
  const headers = new Headers({ 'content-type': 'application/json' })
  return new Canaries([plane]).leakIn(request, { status: 200, text, headers } as Response)
}

t.test('a marker of another plane is a leak, reported with its context', async (t) => {
  t.match(leakIn('{"name_suffix":"zq.5.zq"}'), 'zq.5.zq of another plane: {"name_suffix":"zq.5.zq"')
  t.equal(leakIn('{"name_suffix":"zq.4.zq"}'), undefined, 'its own mark')
})

t.test('a random id that contains the letters of a marker is not a leak', async (t) => {
  t.equal(leakIn('{"id":"evt_7sngzq5zqbmc1fagx0000000"}'), undefined)
})
