import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Client, demoKey, roomyWorld } from '../../testing/simulator.ts'
import { simulatorProcess } from '../../testing/process.ts'
import { controlClient } from '../../testing/control-client.ts'

const folder = t.testdir({ data: {}, 'world.json': JSON.stringify(roomyWorld()) })
const args = ['--data-dir', `${folder}/data`, '--world', `${folder}/world.json`]
const snapshots = join(folder, 'data', 'snapshots')
const TRIES = 5

const ids = async (acme: Client): Promise<string[]> =>
  (await acme('GET', '/v1/sessions?limit=100'))
    .json<{ data: { id: string }[] }>()
    .data.map(({ id }) => id)
const unfinished = (): string[] =>
  existsSync(snapshots) ? readdirSync(snapshots).filter((name) => name.startsWith('.')) : []

/** Requests a snapshot, and kills the process as soon as any of its files is seen, or after it. */
async function killed(running: Awaited<ReturnType<typeof simulatorProcess>>): Promise<void> {
  const ended = running
    .client(undefined, 'control')('POST', '/control/v1/snapshots')
    .then(
      () => true,
      () => true,
    )
  const next = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)))
  while (unfinished().length === 0 && !(await Promise.race([ended, next()])));
  await running.kill('SIGKILL')
}

t.test(
  'kill -9 while a snapshot is taken: it is never listed, and the next start removes it',
  async (t) => {
    let acknowledged: string[] = []
    for (let tries = 0; tries < TRIES; tries++) {
      const running = await simulatorProcess(t, args)
      const acme = running.client(demoKey('org_acme'))
      for (let n = 0; n < 20; n++) {
        const metadata = Object.fromEntries(
          Array.from({ length: 10 }, (_, i) => [`k${i}`, 'x'.repeat(400)]),
        )
        const reply = await acme('POST', '/v1/sessions', { metadata })
        if (reply.status !== 201) throw new Error(reply.text)
      }
      acknowledged = await ids(acme)
      await killed(running)
      // The snapshot may have been complete before the signal arrived.
      if (unfinished().length > 0) break
    }
    t.equal(unfinished().length, 1, 'the kill hit an incomplete snapshot')

    const next = await simulatorProcess(t, args)
    const control = controlClient(next)
    t.strictSame(unfinished(), [])
    const listed = await control.call<{ id: string }[]>('GET', '/snapshots')
    t.strictSame(readdirSync(snapshots).sort(), listed.map(({ id }) => id).sort())
    const acme = next.client(demoKey('org_acme'))
    t.strictSame(await ids(acme), acknowledged)

    const { id } = await control.call<{ id: string }>('POST', '/snapshots')
    await acme('POST', '/v1/sessions', {})
    await control.call('POST', `/snapshots/${id}/restore`)
    t.strictSame(await ids(acme), acknowledged, 'a new snapshot is valid')
    t.equal((await next.kill('SIGTERM')).code, 0)
  },
)
