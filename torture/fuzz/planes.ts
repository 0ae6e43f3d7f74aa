import type { SdkEnvelope } from '../../spec/generated/wire.ts'
import { APPLICANT, LEASE } from '../../simulator/testing/signing.ts'
import { roomyBudgets } from '../../simulator/world/roomy-budgets.ts'
import { LISTED } from '../../simulator/testing/page.ts'
import type { HttpClient } from '../http/client.ts'

export type Kind = 'session' | 'applicant' | 'template' | 'subscription' | 'request'

/** One organization in one mode with its data, which must not reach another plane. */
export interface Plane {
  name: string
  organization: string
  region: 'us' | 'eu'
  key: string
  /** A key with one scope only. */
  weak: string
  publishable: string
  /** Marker in every body that is sent with its keys. */
  mark: string
  ids: Record<Kind, string[]>
  browserTokens: string[]
  clientTokens: string[]
  disclosure: { version: number; hash: string }
  documents: string[]
}

export interface Clients {
  us: HttpClient
  eu: HttpClient
  control: HttpClient
}

/**
 * Markers contain dots, because random ids and tokens could contain letters and digits in any order.
 * They repeat their number, because a mutated request can store a shortened marker.
 */
export const MARK = /zq\.(\d+)\.\1\.zq/g
export const markOf = (no: number): string => `zq.${no}.${no}.zq`

const CONTROL = '/control/v1/organizations'

/** Creates the four planes of a case: two modes, another organization, another region. */
export async function newPlanes(clients: Clients, mark: number): Promise<Plane[]> {
  const organization = (region: 'us' | 'eu'): Promise<{ id: string }> =>
    clients.control.data('POST', CONTROL, {
      name: 'Torture',
      region,
      budgets: roomyBudgets(),
      wallet: { balance_minor: 100_000_000 },
    })
  const [own, other, far] = await Promise.all([
    organization('us'),
    organization('us'),
    organization('eu'),
  ])
  const planes: Plane[] = []
  for (const [id, region, mode] of [
    [own.id, 'us', 'test'],
    [own.id, 'us', 'live'],
    [other.id, 'us', 'test'],
    [far.id, 'eu', 'test'],
  ] as const)
    planes.push(await newPlane(clients, id, region, mode, markOf(mark * 4 + planes.length)))
  return planes
}

/**
 * Deletes the organizations of a case. Each write of the world takes time in proportion to all of
 * its keys, so later cases would become slow.
 */
export async function deletePlanes({ control }: Clients, planes: Plane[]): Promise<void> {
  for (const id of new Set(planes.map(({ organization }) => organization)))
    await control.data('DELETE', `${CONTROL}/${id}`)
}

async function newPlane(
  clients: Clients,
  organization: string,
  region: 'us' | 'eu',
  mode: 'test' | 'live',
  mark: string,
): Promise<Plane> {
  const keyOf = async (body: object): Promise<string> =>
    (await clients.control.data<{ key: string }>('POST', `${CONTROL}/${organization}/keys`, body))
      .key
  const key = await keyOf({ type: 'sk', mode })
  const api = clients[region]
  const made = async (path: string, body: object): Promise<string> =>
    (await api.data<{ id: string }>('POST', path, body, key)).id
  const template = await made('/v1/workflow-templates', {
    name: `Tenancy ${mark}`,
    steps: [
      { id: 'lease', type: 'esign', config: { documents: [LEASE] } },
      { id: 'identity', type: 'id_verification' },
    ],
  })
  const applicant = { ...APPLICANT, email: `${mark}@signer.example` }
  const signing = { workflow_template_id: template, applicant, metadata: { mark } }
  const sessions = [
    await made('/v1/sessions', signing),
    await made('/v1/sessions', signing),
    await made('/v1/sessions', { metadata: { mark }, applicant }),
    await made('/v1/sessions', { metadata: { mark } }),
  ]
  const tokens = await Promise.all(
    sessions.slice(0, 3).map(
      async (id) =>
        JSON.parse(
          (await api.ask('POST', `/v1/sessions/${id}/browser_token`, bearer(key))).text,
        ) as {
          browserToken: string
        },
    ),
  )
  const client = JSON.parse(
    (await api.ask('POST', `/v1/sessions/${sessions[2]}/client_token`, bearer(key))).text,
  ) as { clientToken: string }
  const envelope = await api.data<SdkEnvelope>(
    'GET',
    '/sdk/v1/sessions/me/steps/lease/envelope',
    undefined,
    tokens[0]!.browserToken,
  )
  const { version, hash } = envelope.disclosure
  // One of the two signers has already consented, so that signatures occur in every run.
  await api.data(
    'POST',
    '/sdk/v1/sessions/me/steps/lease/envelope/consent',
    { version, hash },
    tokens[0]!.browserToken,
  )
  await clients.control.data('POST', `/control/v1/sessions/${sessions[3]}/journey`, {
    action: 'submit',
  })
  return {
    name: `${region}/${mode} ${organization}`,
    organization,
    region,
    key,
    weak: await keyOf({ type: 'sk', mode, scopes: ['sessions:read'] }),
    publishable: await keyOf({ type: 'pk', mode, allowed_origins: [LISTED] }),
    mark,
    ids: {
      session: sessions,
      applicant: [await made('/v1/applicants', { family_name: 'Ek', name_suffix: mark })],
      template: [template],
      subscription: [
        await made('/v1/webhook-subscriptions', {
          url: `https://hooks.example.com/${mark}`,
          events: ['kyc.session.completed'],
        }),
      ],
      request: [],
    },
    browserTokens: tokens.map(({ browserToken }) => browserToken),
    clientTokens: [client.clientToken],
    disclosure: { version, hash },
    documents: envelope.documents.map(({ documentId }) => documentId),
  }
}

export const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
})
