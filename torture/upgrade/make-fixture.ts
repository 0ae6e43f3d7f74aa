/**
 * Creates a data folder of this version, which every later version must open or refuse with
 * instructions. Run it at each release: `node torture/upgrade/make-fixture.ts`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import type { SdkEnvelope } from '../../spec/generated/wire.ts'
import { simulatorProcess } from '../../simulator/testing/process.ts'
import { demoKey } from '../../simulator/testing/simulator.ts'
import { Backend, Clients } from '../clients.ts'
import { FOLDERS, type Read, readAll } from './folders.ts'

const folder = join(FOLDERS, packageJson.version)
const ends: (() => Promise<unknown>)[] = []
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const running = await simulatorProcess({ teardown: (end) => ends.push(end) }, [
  '--data-dir',
  join(folder, 'data'),
  '--seed',
  'fixture',
])
const clients = new Clients(running)
const key = demoKey('org_acme')
const backend = new Backend(clients.us, 'org_acme', key)
await clients.controlClient('POST', '/clock/freeze', { at: '2026-11-20T09:00:00.000Z' })

const made = async (path: string, body: object): Promise<string> =>
  (await backend.data<{ id: string }>('POST', path, body)).id
const metadata = { 'Crm-Ref': { shard: 3 }, '10': 'é' }
const open = await made('/v1/sessions', { metadata })
const cancelled = await made('/v1/sessions', {})
await backend.data('POST', `/v1/sessions/${cancelled}/cancel`)
const applicant = await made('/v1/applicants', {
  family_name: 'García Márquez',
  given_names: ['Gabriel'],
  phone: '+13055550142',
})
const subscription = await made('/v1/webhook-subscriptions', {
  url: 'https://hooks.example.com/',
  events: ['kyc.session.completed'],
})
const template = await backend.leaseTemplate()
const signer = await backend.signer(template)
const signed = JSON.parse((await signer.sign()).text) as { data: SdkEnvelope }
await clients.controlClient('POST', '/settle')

const reads: Read[] = [
  ...[open, cancelled, signer.id].map((id): Read => ({ path: `/v1/sessions/${id}` })),
  { path: `/v1/applicants/${applicant}` },
  { path: `/v1/workflow-templates/${template}` },
  { path: `/v1/webhook-subscriptions/${subscription}` },
  { path: '/v1/sessions?limit=100' },
  { path: '/v1/esign/verify', body: { sha256: signed.data.documents[0]!.finalHash } },
  { path: '/.well-known/esign-keys' },
]
const expected = await readAll(backend, reads)
await writeFile(join(folder, 'expected.json'), `${JSON.stringify({ key, expected }, null, 2)}\n`)
clients.close()
await running.kill('SIGTERM')
await rm(join(folder, 'data', 'lock.sqlite'), { force: true })
console.log(`Created ${folder}, a data folder of version ${packageJson.version}.`)
