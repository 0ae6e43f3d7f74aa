import { writeFileSync } from 'node:fs'
import t from 'tap'
import { simulatorProcess } from './testing/process.ts'
import { receiverFor } from './testing/receiver.ts'
import { demoKey, roomyWorld } from './testing/simulator.ts'
import { controlClient, data } from './testing/control-client.ts'

const folder = t.testdir()

t.test(
  '--seed on a folder with data gives new ids, and the same ones on a copy of it',
  async (t) => {
    const lived = async (dataDir: string): Promise<string[]> => {
      const ids: string[] = []
      for (let start = 0; start < 3; start++) {
        const running = await simulatorProcess(t, [
          '--seed',
          'a',
          '--data-dir',
          `${folder}/${dataDir}`,
        ])
        for (let i = 0; i < 2; i++) {
          ids.push(
            data<{ id: string }>(
              await running.client(demoKey('org_acme'))('POST', '/v1/sessions', {}),
            ).id,
          )
        }
        await running.kill(start % 2 ? 'SIGTERM' : 'SIGKILL')
      }
      return ids
    }
    const ids = await lived('seeded')
    t.equal(new Set(ids).size, 6)
    t.strictSame(await lived('seeded-again'), ids)
  },
)

t.test('--seed with a frozen clock gives the same bytes in each run', async (t) => {
  const file = `${folder}/frozen.json`
  const world = {
    ...roomyWorld(),
    clock: { frozen_at: Date.parse('2026-11-20T09:00:00.000Z'), offset_ms: 0 },
  }
  writeFileSync(file, JSON.stringify(world))
  /** Records the traffic of a busy integrator; receiver delays differ in each run. */
  const lived = async (seed: string): Promise<string[]> => {
    const answering = (status: number) =>
      receiverFor(t, (_delivery, response) => {
        setTimeout(() => response.writeHead(status).end(), Math.random() * 30)
      })
    const receivers = [await answering(500), await answering(200), await answering(503)]
    const running = await simulatorProcess(t, [
      '--seed',
      seed,
      '--world',
      file,
      '--loopback-receivers',
      '--us-url',
      'https://verify.example',
    ])
    const [acme, control] = [running.client(demoKey('org_acme')), controlClient(running)]
    const said: string[] = []
    const call = async (method: string, path: string, body?: unknown): Promise<string> => {
      const { status, text, headers } = await acme(method, path, body)
      said.push(`${status} ${headers.get('x-request-id')} ${text}`)
      return status < 300 ? JSON.parse(text).data?.id : ''
    }
    const events = ['kyc.session.cancelled', 'kyc.session.completed', 'kyc.session.expired']
    for (const { url } of receivers) {
      await control.call('POST', '/organizations/org_acme/webhook_subscriptions', {
        mode: 'test',
        url,
        events,
      })
    }
    for (let i = 0; i < 6; i++) {
      const id = await call('POST', '/v1/sessions', {
        applicant: { family_name: 'Ek' },
        metadata: { i },
      })
      if (i % 2) await control.cancel(id)
      else if (i % 4) await control.journey(id, 'submit')
      await call('GET', `/v1/sessions/${id}`)
      await call('GET', '/v1/sessions/vs_unknown')
    }
    said.push(
      JSON.stringify(
        await control.call('POST', '/organizations/org_acme/keys', { type: 'sk', mode: 'test' }),
      ),
    )
    await control.advance(8 * 24 * 3600)
    await call('GET', '/v1/sessions')
    await call('GET', '/v1/applicants')
    for (const row of await control.call<Record<string, unknown>[]>(
      'GET',
      '/deliveries?limit=100',
    )) {
      said.push(JSON.stringify(row))
    }
    said.push(...(await control.events()).map((event) => JSON.stringify(event)))
    await running.kill('SIGTERM')
    for (const { deliveries, close } of receivers) {
      await close()
      said.push(
        ...deliveries.map(
          ({ headers, body }) => JSON.stringify({ ...headers, host: 'its own' }) + body,
        ),
      )
    }
    return said.map((text) =>
      receivers.reduce((plain, { url }, i) => plain.replaceAll(url, `URL ${i}`), text),
    )
  }
  const first = await lived('a')
  t.ok(first.length > 50)
  t.strictSame(await lived('a'), first)
  const other = await lived('b')
  t.equal(other.length, first.length)
  t.not(other[0], first[0])
  t.strictSame(
    other.filter((text) => first.includes(text)),
    [],
    'another seed has nothing in common',
  )
})
