import { type Connection, dataOf } from './connection.ts'
import { checkCall, checkObject, sessionSegment } from './options.ts'
import { refusal } from './errors.ts'
import { bytesOf } from './http-client.ts'
import type { OrganizationOptions } from './types/options.ts'
import type { Simulator, TestOrganization } from './types/simulator.ts'
import type { SessionCreate, SessionSummary, Session } from '../spec/generated/wire.ts'
import { roomyBudgets } from '../simulator/world/roomy-budgets.ts'
import { scopes as scopeTable } from '../spec/generated/scopes.ts'

/** Creates an organization with a secret key. */
export async function newOrganization(
  simulator: Simulator,
  connection: Connection,
  options: OrganizationOptions = {},
): Promise<TestOrganization> {
  const {
    name = 'Test organization',
    region = 'us',
    mode = 'test',
    scopes = Object.keys(scopeTable),
    budgets = 'roomy',
    ...fields
  } = options
  const { id } = await dataOf<{ id: string }>(connection, 'POST', '/organizations', {
    name,
    region,
    ...(budgets === 'roomy' && { budgets: roomyBudgets() }),
    ...(typeof budgets === 'object' && { budgets }),
    ...fields,
  })
  const path = `/organizations/${id}`
  const createKey: TestOrganization['createKey'] = async ({ type = 'sk', ...input } = {}) => {
    const { key } = await dataOf<{ key: string }>(connection, 'POST', `${path}/keys`, {
      type,
      mode,
      ...(type === 'sk' && { scopes }),
      ...input,
    })
    return key
  }
  const remove = async (): Promise<void> => {
    await dataOf(connection, 'DELETE', path)
  }
  const key = await createKey().catch(async (error: unknown) => {
    await remove()
    throw error
  })
  const { secret: webhookSecret } = await dataOf<{ secret: string }>(
    connection,
    'GET',
    `${path}/forwarder_secret?mode=${mode}`,
  )
  const { url } = simulator.regions[region]
  const request: TestOrganization['request'] = async (method, to, body) => {
    checkCall('request', method, to)
    return call(connection, url + to, key, method, body)
  }
  return {
    simulator,
    id,
    region,
    mode,
    url,
    key,
    webhookSecret,
    request,
    createSession: async (input: SessionCreate = {}) =>
      (await request<{ data: SessionSummary }>('POST', '/v1/sessions', input)).data,
    session: async (session) =>
      (await request<{ data: Session }>('GET', `/v1/sessions/${sessionSegment(session)}`)).data,
    createKey,
    update: async (changes) => {
      await dataOf(connection, 'PATCH', path, changes)
    },
    nextWebhook: async (filter = {}) =>
      simulator.nextWebhook(withFixed('nextWebhook', filter, { organization: id })),
    listen: async (options) =>
      simulator.listen(withFixed('listen', options, { organization: id, mode })),
    requests: async (filter = {}) =>
      simulator.requests(withFixed('requests', filter, { organization: id })),
    fault: async (fault) => simulator.fault(withFixed('fault', fault, { organization: id })),
    reset: async () => {
      await dataOf(connection, 'POST', '/reset', { organization: id })
    },
    delete: remove,
    [Symbol.asyncDispose]: remove,
  }
}

/** @throws {TypeError} when the options are not an object, or name an option that is fixed */
function withFixed<Options extends object, Fixed extends object>(
  caller: string,
  options: Options,
  fixed: Fixed,
): Options & Fixed {
  checkObject(caller, options)
  const name = Object.keys(fixed).find((one) => Object.hasOwn(options, one))
  if (name !== undefined)
    throw new TypeError(
      `${caller}: '${name}' is fixed for this organization: leave it out, or call ${caller} of the simulator.`,
    )
  return { ...options, ...fixed }
}

/** @throws {SimulatorError} */
async function call<T>(
  { http }: Connection,
  url: string,
  key: string,
  method: string,
  body?: object,
): Promise<T> {
  const answer = await http.send(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = await bytesOf(answer)
  const isJson = answer.headers['content-type']?.includes('json') ?? false
  const content: unknown = isJson ? JSON.parse(bytes.toString()) : new Uint8Array(bytes)
  const status = answer.statusCode!
  if (status >= 300) throw refusal(method, url, status, content)
  return content as T
}
