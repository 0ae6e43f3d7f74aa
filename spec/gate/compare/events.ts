import { isDeepStrictEqual } from 'node:util'
import type { Location } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { declaredNames, type Json, type Members } from '../load/parse.ts'
import { extensionFindings } from './extensions.ts'
import { at, memberOf, members, sub } from './nodes.ts'
import { PATH_MEMBERS, parametersOf } from './operations.ts'
import { operationIdFindings } from './operation-ids.ts'
import type { PartComparison } from './messages/parts.ts'
import { type MakeReporter, reportChange, type Reporter } from './reporter.ts'
import { sentCredentialFindings } from './security.ts'
import { callbacksOf, type Sent, sentBy } from './sent.ts'

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
    for (const key of new Set([...base.keys(), ...head.keys()])) {
      const [was, is] = [base.get(key), head.get(key)]
      const { name } = (is ?? was)!
      const reporter = this.#reporter(name, `event ${name}`, 'consumer')
      if (was && is) this.#event({ ...reporter, group: groupOf(was, is) }, was, is)
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
    this.#extensions(base, head)
  }

  /** Extensions of callbacks, and those of the path items of callbacks and webhooks. */
  #extensions(base: Map<string, Sent>, head: Map<string, Sent>): void {
    const report = (name: string, was: Members, is: Members, handled: ReadonlySet<string>) =>
      this.#parts.rest(this.#reporter(name, `event ${name}`, 'consumer'), was, is, handled)
    const callbacks = callbacksOf(this.#head)
    for (const [key, { name, urls }] of callbacksOf(this.#base)) {
      const now = callbacks.get(key)?.urls
      if (now) report(name, urls, now, new Set([...declaredNames(urls), ...declaredNames(now)]))
    }
    // The methods of a path item share it.
    const items = new Map(
      [...base].flatMap(([key, { item, name }]) => {
        const now = head.get(key)?.item
        return now ? [[item, [name, now]] as const] : []
      }),
    )
    for (const [item, [name, now]] of items) report(name, item, now, PATH_MEMBERS)
  }

  /**
   * Compares a message that the service sends. Its headers are declared as parameters and its body as a request, but
   * the consumer receives both.
   */
  #event(reporter: Reporter, was: Sent, is: Sent): void {
    const [before, after] = [was.operation, is.operation]
    const here = at(after, '', 'head')
    for (const where of PLACES)
      this.#parts.headers(
        reporter,
        '',
        'event',
        parametersIn(where, this.#base, was),
        parametersIn(where, this.#head, is),
        where,
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
    operationIdFindings(reporter, before, after, here)
    // Documents state the credentials of clients at their root; events inherit them only formally.
    if (before.security ?? after.security)
      sentCredentialFindings(
        reporter,
        before.security ?? this.#base.root.security,
        after.security ?? this.#head.root.security,
        sub(here, '/security'),
      )
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
    reportChange(
      reporter,
      'event',
      is ? 'became-required' : 'became-optional',
      is ? 'body-required' : 'body-optional',
      is ? 'every message has a body' : 'messages may come without a body',
      at(after, '/required', 'head'),
      { part: 'body', side: 'response', names: [] },
    )
  }

  /** Responses of the consumer. The consumer sends them, so they are compared like requests. */
  #answers(reporter: Reporter, before: Members, after: Members, here: Location): void {
    const [answers, answersNow] = [memberOf(before, 'responses'), memberOf(after, 'responses')]
    const [statuses, statusesNow] = [
      declaredNames(answers).sort(),
      declaredNames(answersNow).sort(),
    ]
    this.#parts.rest(reporter, answers, answersNow, new Set([...statuses, ...statusesNow]))
    if (!isDeepStrictEqual(statuses, statusesNow)) {
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
    // A range and `default` also describe the statuses that only the other side lists.
    for (const status of new Set([...statuses, ...statusesNow])) {
      const [was, is] = [
        members(this.#base.resolve(answerTo(status, answers))),
        members(this.#head.resolve(answerTo(status, answersNow))),
      ]
      if (!was || !is) continue
      const part = { part: `${status} response`, side: 'request' as const, names: [status] }
      const headers = [was, is].map((answer) => members(answer.headers) ?? {}) as [Members, Members]
      this.#parts.headers(reporter, `${status} response, `, 'request', ...headers)
      if (isEmpty(was.content) && !isEmpty(is.content))
        reporter.report(
          'acknowledgement-body-added',
          `the ${status} response has a body`,
          at(is, '/content', 'head'),
          {
            severity: 'risky',
            reason: 'The document does not show whether responses without a body still count.',
            rule: 'HDR-019',
          },
          part,
        )
      else this.#parts.content(reporter, 'request', part, was, is)
      this.#parts.rest(reporter, was, is, new Set(['headers', 'content']), part)
    }
  }
}

function rangeOf(status: string): string {
  return status.replace(/\d\d$/, 'XX')
}

function answerTo(status: string, answers: Members): Json | undefined {
  return answers[status] ?? answers[rangeOf(status)] ?? answers.default
}

function isEmpty(content: Json | undefined): boolean {
  return Object.keys(members(content) ?? {}).length === 0
}

const PLACES = ['header', 'query', 'cookie', 'path'] as const

/** The parameters of an event at one place by their names. A path variable is identified by its position. */
function parametersIn(
  where: (typeof PLACES)[number],
  contract: Contract,
  { item, operation, path }: Sent,
): Members {
  const all = [...parametersOf(contract, { item, operation, path })]
  return Object.fromEntries(
    all
      .filter(([, parameter]) => parameter.in === where)
      .map(([key, parameter]) => [
        where === 'path' ? key.slice('path '.length) : String(parameter.name),
        parameter as Json,
      ]),
  )
}

/** A new version permits the breaking changes of a webhook, not those of a callback or of another method. */
function groupOf({ operation: before, path, name }: Sent, { operation: after }: Sent): string {
  const versions = [before, after].map((operation) => operation['x-event-version'])
  return name === path ? JSON.stringify(versions) : 'no version'
}
