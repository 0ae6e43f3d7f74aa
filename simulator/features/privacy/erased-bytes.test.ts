import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { controlClient, data } from '../../testing/control-client.ts'
import { startSimulator, type RunningSimulator } from '../../server.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Session {
  id: string
  applicant_id: string
}

/** Marks in every value of an applicant; none of them may remain. */
const MARK = 'Zerased'
/** Length of the slices of an image that are looked for. */
const SLICE_BYTES = 64

/** @returns slices of the erased image, other than those of the image that is kept */
async function eraseOne(simulator: RunningSimulator): Promise<Buffer[]> {
  const acme = client(simulator, demoKey('org_acme'))
  const control = controlClient(simulator)
  /** A finished verification with values in each table that holds personal data. */
  const verified = async (mark: string, specimen: string): Promise<Session & { image: Buffer }> => {
    const session = data<Session>(
      await acme('POST', '/v1/sessions', {
        applicant: { family_name: `${mark}name`, email: `${mark}@example.com` },
        metadata: { note: `${mark}metadata` },
      }),
    )
    await acme('POST', `/v1/sessions/${session.id}/notes`, { text: `${mark}note` })
    // Two sessions could get the same document by chance.
    await control.journey(session.id, 'submit', { specimen })
    const { bytes } = await acme('GET', `/v1/sessions/${session.id}/idv-image/front`)
    return { ...session, image: bytes }
  }
  const { applicant_id, image } = await verified(MARK, 'odette')
  // Its rows share pages with those of the erased one.
  const kept = await verified('Kept', 'joost')
  await acme('POST', '/v1/data_subject_requests', { type: 'erasure', applicant_id })
  await control.settle()
  const slices = Array.from({ length: Math.floor(image.length / SLICE_BYTES) }, (_, i) =>
    image.subarray(i * SLICE_BYTES, (i + 1) * SLICE_BYTES),
  )
  const own = slices.filter((slice) => !kept.image.includes(slice))
  return own
}

/** Whether a file has nothing of the erased applicant, and something of the other one. */
function isErased(t: Test, file: Buffer, own: Buffer[]): void {
  t.ok(file.includes('Keptname'), 'it is the file with the records')
  t.notOk(file.includes(MARK), 'no value')
  t.ok(own.length > 10)
  t.equal(own.filter((slice) => file.includes(slice)).length, 0, 'no part of the image')
}

t.test('a snapshot after an erasure has no byte of the applicant (GAP-DSR)', async (t) => {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const own = await eraseOne(simulator)
  const { id } = await controlClient(simulator).call<{ id: string }>('POST', '/snapshots')
  const address = `${simulator.control_url}/control/v1/snapshots/${id}/export`
  const exported = Buffer.from(await (await fetch(address)).arrayBuffer())
  isErased(t, gunzipSync(exported.subarray(exported.indexOf('\n') + 1)), own)
})

t.test('nor has a data folder after a clean stop', async (t) => {
  const dataDir = join(t.testdir({}), 'data')
  const ports = { adminPort: 0, usPort: 0, euPort: 0 }
  const simulator = await startSimulator({ ...ports, world: roomyWorld(), dataDir })
  const own = await eraseOne(simulator)
  await simulator.close()
  isErased(t, readFileSync(join(dataDir, 'records.sqlite')), own)
})
