import t from 'tap'
import type { Change } from './records.ts'
import { onEveryAdapter } from './testing/adapters.ts'
import { sha256 } from '../world/sha256.ts'

const A = 'us/test/org_a'
const B = 'us/live/org_a'
const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
const name = sha256(bytes)
const keep = (scope: string): Change => ({ type: 'put-blob', scope, sha256: name, bytes })
const drop = (scope: string): Change => ({ type: 'drop-blob', scope, sha256: name })

onEveryAdapter(t, 'bytes are read as they were written', async (t, records) => {
  t.equal(await records.blob(name), undefined)
  await records.write([keep(A)])
  t.strictSame(await records.blob(name), bytes)
  const empty = sha256('')
  await records.write([{ type: 'put-blob', scope: A, sha256: empty, bytes: new Uint8Array() }])
  t.equal((await records.blob(empty))!.length, 0, 'empty bytes')
})

onEveryAdapter(t, 'bytes stay while a reference exists', async (t, records) => {
  await records.write([keep(A), keep(A)])
  await records.write([drop(A)])
  t.ok(await records.blob(name), 'put twice, dropped once')
  await records.write([keep(B), drop(A)])
  t.ok(await records.blob(name), 'another scope refers to them')
  await records.write([drop(A), drop(A)])
  t.ok(await records.blob(name), 'a scope cannot drop more references than it has')
  await records.write([drop(B)])
  t.equal(await records.blob(name), undefined, 'nobody has them')
  await records.write([drop(B)])
  await records.write([keep(B)])
  t.ok(await records.blob(name), 'a drop before the first put has no effect')
})

onEveryAdapter(t, 'clearing a scope drops all of its references', async (t, records) => {
  await records.write([keep(A), keep(A), keep(B)])
  await records.clear(A)
  t.ok(await records.blob(name))
  await records.clear(B)
  t.equal(await records.blob(name), undefined)
})
