import type { Call, Handler } from '../call/call.ts'
import { SESSION } from '../features/sessions/session-record.ts'
import { DOCUMENT_TEMPLATE } from '../features/signing/document-templates.ts'
import { ENVELOPE } from '../features/signing/envelope-record.ts'
import { allKeys } from '../features/signing/seal-keys.ts'
import { EVENT } from '../features/webhooks/events.ts'
import type { Region } from '../world/world.ts'
import type { Find, Routes } from './routes.ts'

type Found = Promise<Region | undefined>

/** Finds the region of what a call names. */
export class Finding {
  readonly #routes: Routes
  /** Where the things are that a path names by its parameters. */
  readonly #byPath: readonly [prefix: string, find: Find][]

  constructor(routes: Routes) {
    this.#routes = routes
    const record =
      (kind: string, param: string): Find =>
      (call) =>
        this.#record(call, kind, call.params[param]!)
    this.#byPath = [
      ['/organizations/{id}', (call) => this.organization(call, call.params.id)],
      ['/sessions/{id}', record(SESSION, 'id')],
      ['/envelopes/{envelope_id}', record(ENVELOPE, 'envelope_id')],
      ['/document_templates/{template_id}', record(DOCUMENT_TEMPLATE, 'template_id')],
      ['/events/{event_id}', record(EVENT, 'event_id')],
      ['/seal_keys/{kid}', (call) => this.#sealKey(call)],
    ]
  }

  organization(call: Call, id: unknown): Found {
    if (typeof id !== 'string') return Promise.resolve(undefined)
    return this.#routes.regionWhere(call, ({ ports }) => ports.world.organization(id))
  }

  /** Returns how to find what the paths of an operation name. */
  ofPath(path: string): Find | undefined {
    return this.#byPath.find(([prefix]) => path.startsWith(`/control/v1${prefix}`))?.[1]
  }

  /** Runs the operation in one region if the query names an organization or a session. */
  byQuery(operation: string, otherwise: Handler): Handler {
    const find = async (call: Call): Found => {
      const { organization, session_id } = call.query
      if (organization !== undefined) return this.organization(call, organization)
      return typeof session_id === 'string' ? this.#record(call, SESSION, session_id) : undefined
    }
    const one = this.#routes.to(operation, find)
    return {
      check: (call) => one.check!(call),
      run: async (call) =>
        call.query.organization !== undefined || (await find(call)) !== undefined
          ? one.run(call)
          : otherwise.run(call),
    }
  }

  /** Runs the operation in the region that the body names. */
  byBody(
    operation: string,
    find: (body: Record<string, unknown>, call: Call) => ReturnType<Find>,
  ): Handler {
    return this.#routes.to(operation, (call) =>
      find((call.body ?? {}) as Record<string, unknown>, call),
    )
  }

  #record(call: Call, kind: string, id: string): Found {
    return this.#routes.regionWhere(call, ({ ports }) => ports.records.find(kind, id))
  }

  /** Each database may hold unused keys of the other region. */
  #sealKey(call: Call): Found {
    return this.#routes.regionWhere(call, ({ ports }, region) =>
      allKeys(ports).some(
        ({ place, key }) => place.region === region && key.kid === call.params.kid,
      ),
    )
  }
}
