import t from 'tap'
import type { Change } from './records.ts'
import { onEveryAdapter } from './testing/adapters.ts'
import { sha256 } from '../world/world.ts'

const A = 'us/test/org_a'
const B = 'us/live/org_a'
const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
const name = sha256(bytes)
const keep = (scope: string): Change => ({ type: 'put-blob', scope, sha256: name, bytes })
const drop = (scope: string): Change => ({ type: 'drop-blob', scope, sha256: name })

onEveryAdapter(t, 'bytes come back as they were put', async (t, records) => {
  t.equal(await records.blob(name), undefined)
  await records.write([keep(A)])
  t.strictSame(await records.blob(name), bytes)
  const empty = sha256('')
  await records.write([{ type: 'put-blob', scope: A, sha256: empty, bytes: new Uint8Array() }])
  t.equal((await records.blob(empty))!.length, 0, 'no bytes are bytes too')
})

onEveryAdapter(t, 'bytes stay while anybody refers to them', async (t, records) => {
  await records.write([keep(A), keep(A)])
  await records.write([drop(A)])
  t.ok(await records.blob(name), 'put twice, dropped once')
  await records.write([keep(B), drop(A)])
  t.ok(await records.blob(name), 'another scope has them')
  await records.write([drop(A), drop(A)])
  t.ok(await records.blob(name), 'a scope gives back no more than it has')
  await records.write([drop(B)])
  t.equal(await records.blob(name), undefined, 'nobody has them')
  await records.write([drop(B)])
  await records.write([keep(B)])
  t.ok(await records.blob(name), 'a drop in advance does not count')
})

onEveryAdapter(t, 'clearing a scope gives back all that it refers to', async (t, records) => {
  await records.write([keep(A), keep(A), keep(B)])
  await records.clear(A)
  t.ok(await records.blob(name))
  await records.clear(B)
  t.equal(await records.blob(name), undefined)
})
