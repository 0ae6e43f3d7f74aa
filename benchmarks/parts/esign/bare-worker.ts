/**
 * Bare operation: Ed25519 signing or strict verification by the simulator's library, over a message
 * of a seal's length, in a separate process. It handles one order at a time, and ends with the
 * bench.
 */
import { createHash } from 'node:crypto'
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'
import type { BareOrder, BareResult } from './result.ts'

hashes.sha512 = (message) => new Uint8Array(createHash('sha512').update(message).digest())

/** Length of a seal's token without its signature. */
const MESSAGE_BYTES = 500
/** Operations between two clock reads. */
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
