/**
 * The bare operation: Ed25519 as strict as a seal is checked, by the same library, over a message of a seal's length, in
 * a process that does nothing else. It answers one order after the other, and ends with the bench.
 */
import { createHash } from 'node:crypto'
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'
import type { BareOrder, BareResult } from './part.ts'

hashes.sha512 = (message) => new Uint8Array(createHash('sha512').update(message).digest())

/** Of a seal's token, but for its signature. */
const MESSAGE_BYTES = 500
/** Between two looks at the clock. */
const BATCH = 10

const secret = new Uint8Array(32).fill(1)
const key = getPublicKey(secret)
const message = new Uint8Array(MESSAGE_BYTES).fill(2)
const signature = sign(message, secret)

process.on('message', ({ operation, seconds }: BareOrder) => {
  const run =
    operation === 'sign'
      ? () => sign(message, secret)
      : () => verify(signature, message, key, { zip215: false })
  const [start, before] = [performance.now(), process.cpuUsage()]
  let operations = 0
  while (performance.now() - start < seconds * 1000) {
    for (let i = 0; i < BATCH; i++) run()
    operations += BATCH
  }
  const seconds_taken = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  process.send!({
    per_second: operations / seconds_taken,
    per_cpu_second: (operations / (user + system)) * 1e6,
  } satisfies BareResult)
})
process.on('disconnect', () => process.exit())
