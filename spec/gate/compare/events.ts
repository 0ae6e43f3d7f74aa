import { isDeepStrictEqual } from 'node:util'
import type { Location } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { methodsOf } from '../load/methods.ts'
import { encodePart, type Json, type Members } from '../load/parse.ts'
import { extensionFindings } from './extensions.ts'
import { at, list, members, sub } from './nodes.ts'
import { operationsOf } from './operations.ts'
import type { PartComparison } from './parts.ts'
import type { MakeReporter, Reporter } from './reporter.ts'
import { verdictOf } from './verdicts.ts'

/** Messages that consumers of webhooks and callbacks receive. */
export class EventComparison {
  readonly #base: Contract
  readonly #head: Contract
  readonly #parts: PartComparison
  readonly #reporter: MakeReporter

  constructor(base: Contract, head: Contract, parts: PartComparison, reporter: MakeReporter) {
    this.#base = base
    this.#head = head
    this.#parts = parts
    this.#reporter = reporter
  }

  compare(): void {
    const [base, head] = [sentBy(this.#base), sentBy(this.#head)]
    for (const name of new Set([...base.keys(), ...head.keys()])) {
      const [was, is] = [base.get(name), head.get(name)]
      const reporter = this.#reporter(name, `event ${name}`, 'consumer')
      if (was && is) this.#event(reporter, was.operation, is.operation)
      else if (was)
        reporter.report('event-removed', `the event ${name} removed`, at(...was.place, 'base'), {
          severity: 'breaking',
          reason: 'Consumers that expect it no longer receive it.',
          rule: 'VER-004',
        })
      else {
        const location = at(...is!.place, 'head')
        reporter.report('event-added', `the event ${name} added`, location, {
          severity: 'safe',
          reason: 'Additive: consumers log and ignore unknown types.',
          rule: 'EVT-022',
        })
        this.#reporter(name, '', 'implementer').report(
          'event-added',
          `the event ${name} added`,
          location,
          { severity: 'safe', reason: 'A conforming service must send it.', rule: null },
        )
      }
    }
  }

  /**
   * Messages of the service: headers are declared as parameters and the body as a request, and the consumer receives
   * both.
   */
  #event(reporter: Reporter, before: Members, after: Members): void {
    const here = at(after, '', 'head')
    const headersOf = (contract: Contract, operation: Members) =>
      Object.fromEntries(
        list(operation.parameters).map((node) => {
          const header = members(contract.resolve(node)) ?? {}
          return [String(header.name), header as Json]
        }),
      )
    this.#parts.headers(
      reporter,
      '',
      'event',
      headersOf(this.#base, before),
      headersOf(this.#head, after),
    )
    const [body, bodyNow] = [
      members(this.#base.resolve(before.requestBody)) ?? {},
      members(this.#head.resolve(after.requestBody)) ?? {},
    ]
    this.#parts.content(
      reporter,
      'event',
      { part: 'body', side: 'response', names: [] },
      body,
      bodyNow,
    )
    if (before.requestBody !== undefined && after.requestBody !== undefined)
      this.#presence(reporter, body, bodyNow)
    this.#answers(reporter, before, after, here)
    extensionFindings(reporter, [this.#base, before], [this.#head, after], here)
    this.#parts.rest(
      reporter,
      before,
      after,
      new Set(['parameters', 'requestBody', 'responses', 'security', 'operationId']),
    )
  }

  /** Whether each message has a body. */
  #presence(reporter: Reporter, before: Members, after: Members): void {
    const [was, is] = [before.required === true, after.required === true]
    if (was === is) return
    reporter.report(
      is ? 'body-required' : 'body-optional',
      is ? 'every message has a body' : 'messages may come without a body',
      at(after, '/required', 'head'),
      verdictOf(is ? 'became-required' : 'became-optional', 'event'),
      { part: 'body', side: 'response', names: [] },
    )
  }

  /** Responses of the consumer. The consumer sends them, so they are compared like requests. */
  #answers(reporter: Reporter, before: Members, after: Members, here: Location): void {
    const [answers, answersNow] = [members(before.responses) ?? {}, members(after.responses) ?? {}]
    const [statuses, statusesNow] = [Object.keys(answers).sort(), Object.keys(answersNow).sort()]
    if (!isDeepStrictEqual(statuses, statusesNow)) {
      const rangeOf = (status: string) => status.replace(/\d\d$/, 'XX')
      const keeps = statuses.every((status) =>
        [status, rangeOf(status)].some((covering) => statusesNow.includes(covering)),
      )
      reporter.report(
        'acknowledgement-changed',
        `acknowledged by ${statusesNow.join(', ')} instead of ${statuses.join(', ')}`,
        sub(here, '/responses'),
        keeps
          ? {
              severity: 'safe',
              reason: 'Every response that was an acknowledgement still is one.',
              rule: 'HDR-019',
            }
          : {
              severity: 'breaking',
              reason: 'A response that was an acknowledgement may now count as a failure.',
              rule: 'HDR-019',
            },
      )
    }
    for (const status of statuses) {
      const [was, is] = [
        members(this.#base.resolve(answers[status])),
        members(this.#head.resolve(answersNow[status])),
      ]
      if (!was || !is) continue
      const part = { part: `${status} response`, side: 'request' as const, names: [status] }
      const headers = [was, is].map((answer) => members(answer.headers) ?? {}) as [Members, Members]
      this.#parts.headers(reporter, `${status} response, `, 'request', ...headers)
      this.#parts.content(reporter, 'request', part, was, is)
      this.#parts.rest(reporter, was, is, new Set(['headers', 'content']), part)
    }
  }
}

interface Sent {
  readonly operation: Members
  /** Location: a node and the pointer below it. */
  readonly place: readonly [node: object, suffix: string]
}

/** Requests that the service sends, by name: webhooks, and the callbacks of operations. */
function sentBy(contract: Contract): Map<string, Sent> {
  const found = new Map<string, Sent>()
  const add = (name: string, owner: Members, key: string): void => {
    const item = members(contract.resolve(owner[key])) ?? {}
    for (const { method, node } of methodsOf(item)) {
      const operation = members(contract.resolve(node))
      const place = [owner, `/${encodePart(key)}`] as const
      if (operation)
        found.set(method === 'post' ? name : `${name} (${method.toUpperCase()})`, {
          operation,
          place,
        })
    }
  }
  const webhooks = members(contract.root.webhooks) ?? {}
  for (const name of Object.keys(webhooks)) add(name, webhooks, name)
  for (const { name, operation } of operationsOf(contract).values()) {
    for (const [callback, node] of Object.entries(members(operation.callbacks) ?? {})) {
      const urls = members(contract.resolve(node)) ?? {}
      for (const url of Object.keys(urls)) add(`${name}, callback ${callback} ${url}`, urls, url)
    }
  }
  return found
}
