import { isDeepStrictEqual } from 'node:util'
import type { Location } from '../../judgement.ts'
import type { Contract } from '../../load/contract.ts'
import { encodePart, declaredNames, type Json, type Members } from '../../load/parse.ts'
import type { Policy } from '../../policy/options.ts'
import { contentFindings } from './content.ts'
import { PERMITTED, sunsetVerdict } from '../lifecycle.ts'
import { headerFindings } from './headers.ts'
import { linkFindings } from './links.ts'
import { at, memberOf, members, sub } from '../nodes.ts'
import {
  EDITORIAL,
  HANDLED_EXTENSIONS,
  type Part,
  reportChange,
  reportWork,
  type Reporter,
} from '../reporter.ts'
import type { Reach } from '../schema/reach.ts'
import { kindOf } from '../schema/schema-change.ts'
import { withUnusedDefault } from '../schema/schema-graph.ts'
import { SchemaComparison } from '../schema/schemas.ts'
import { coveringOf, removalOf } from './statuses.ts'
import { type Direction, EXEMPT, isExempt, statedRule, verdictOf } from '../verdicts.ts'
import { withoutContentType } from './writing.ts'

/** Parts of operations and events: bodies, responses, headers, and the values in them. */
export class PartComparison {
  readonly #base: Contract
  readonly #head: Contract
  readonly #schemas: SchemaComparison
  readonly #xmlSchemas: SchemaComparison

  constructor(base: Contract, head: Contract, policy: Policy, reach: Reach) {
    this.#base = base
    this.#head = head
    this.#schemas = new SchemaComparison(base, head, policy, reach)
    this.#xmlSchemas = new SchemaComparison(base, head, policy, reach, true)
  }

  requestBody(
    reporter: Reporter,
    operationBefore: Members,
    operationAfter: Members,
    here: Location,
  ): void {
    const [before, after] = [
      members(this.#base.resolve(operationBefore.requestBody)),
      members(this.#head.resolve(operationAfter.requestBody)),
    ]
    const part = { part: 'request body', side: 'request' as const, names: [] }
    const [was, is] = [before?.required === true, after?.required === true]
    if (!before && !after) return
    if (!before || !after) {
      const kind = before ? 'body-removed' : 'body-added'
      reporter.report(
        kind,
        before ? 'the request body removed' : 'a request body added',
        here,
        before || is
          ? {
              severity: 'breaking',
              reason: before
                ? 'A sent value is ignored or refused.'
                : 'Requests without it are refused.',
              rule: 'VER-001',
            }
          : { severity: 'safe', reason: 'It may be omitted.', rule: 'VER-001' },
        part,
      )
      if (!before && !is)
        reportWork(reporter, 'request', 'field-added', kind, 'a request body added', here, part)
      return
    }
    if (was !== is) {
      reportChange(
        reporter,
        'request',
        is ? 'became-required' : 'became-optional',
        is ? 'body-required' : 'body-optional',
        `the body ${is ? 'is now required' : 'may be omitted'}`,
        at(after, '/required', 'head'),
        part,
      )
    }
    this.content(reporter, 'request', part, before, after)
    this.rest(reporter, before, after, new Set(['content', 'required']), part)
  }

  responses(
    reporter: Reporter,
    operationBefore: Members,
    operationAfter: Members,
    here: Location,
  ): void {
    const [before, after] = [
      memberOf(operationBefore, 'responses'),
      memberOf(operationAfter, 'responses'),
    ]
    const statuses = new Set([...declaredNames(before), ...declaredNames(after)])
    this.rest(reporter, before, after, statuses)
    for (const status of statuses) {
      const part = { part: `${status} answer`, side: 'response' as const, names: [status] }
      const [was, is] = [
        members(this.#base.resolve(before[status] ?? coveringOf(status, before))),
        members(this.#head.resolve(after[status] ?? coveringOf(status, after))),
      ]
      if (was && is) this.#response(reporter, status, was, is)
      else if (was) {
        const [kind, what, classification] = removalOf(status, before, after)
        reporter.report(kind, what, at(before, `/${status}`, 'base'), classification, part)
      } else {
        reporter.report(
          'answer-added',
          `the answer ${status} added`,
          sub(here, `/responses/${status}`),
          {
            severity: 'risky',
            reason:
              // As texts, because a status may be a range such as 2XX.
              status < '400'
                ? 'Clients that compare with the old status treat it as a failure.'
                : 'Calls may be refused in a way that is new to clients.',
            rule: 'VER-001',
          },
          part,
        )
        const covering = members(this.#base.resolve(before.default))
        if (covering && is) this.#response(reporter, status, covering, is)
      }
    }
  }

  #response(reporter: Reporter, status: string, before: Members, after: Members): void {
    const part = { part: `${status} answer`, side: 'response' as const, names: [status] }
    const headers = [before, after].map((of) => withoutContentType(members(of.headers)))
    this.headers(reporter, `${status} `, 'response', ...(headers as [Members, Members]))
    this.content(reporter, 'response', { ...part, part: `${status} body` }, before, after)
    linkFindings([this.#base, this.#head], { reporter, part }, before, after)
    this.rest(reporter, before, after, new Set(['headers', 'content', 'links']), part)
  }

  /** @param noun `header`, whose names have any case, or the place of other parameters of events */
  headers(
    reporter: Reporter,
    prefix: string,
    direction: Direction,
    before: Members,
    after: Members,
    noun = 'header',
  ): void {
    headerFindings(
      this,
      [this.#base, this.#head],
      { reporter, prefix, direction, noun },
      before,
      after,
    )
  }

  content(
    reporter: Reporter,
    direction: Direction,
    part: Part,
    before: Members,
    after: Members,
  ): void {
    contentFindings(this, [this.#base, this.#head], { reporter, direction, part }, before, after)
  }

  values(
    reporter: Reporter,
    direction: Direction,
    part: Part,
    before: Json | undefined,
    after: Json | undefined,
    { isAlwaysSent = false, isXml = false } = {},
  ): void {
    const schemas = isXml ? this.#xmlSchemas : this.#schemas
    const group = `${direction} ${isAlwaysSent} ${reporter.audience} ${reporter.group ?? ''}`
    for (const found of schemas.compare(before, after, group)) {
      const change = isAlwaysSent ? withUnusedDefault(found) : found
      const path = change.path?.text ?? ''
      const exempt = this.#head.dialect === '3.0' && isExempt(change.flow, direction)
      const verdict = exempt
        ? EXEMPT
        : change.isPermitted
          ? PERMITTED
          : verdictOf(change.change, direction)
      const whole = path === '' ? part.part : `${part.part}: ${path}`
      const rule = statedRule(`${reporter.name}, ${whole}`, change.change) ?? verdict.rule
      const { path: names, counterpart } = change
      const where = { ...part, part: whole, path: names, counterpart }
      reporter.report(kindOf(change), change.what, change.location, { ...verdict, rule }, where)
      if (exempt) continue
      const report = [kindOf(change), change.what, change.location, where] as const
      reportWork(reporter, direction, change.change, ...report)
    }
  }

  /** Reports all other differences except texts, so that every change gets a verdict. */
  rest(
    reporter: Reporter,
    before: Members,
    after: Members,
    handled: ReadonlySet<string>,
    part?: Part,
  ): void {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (
        EDITORIAL.has(key) ||
        handled.has(key) ||
        HANDLED_EXTENSIONS.has(key) ||
        isDeepStrictEqual(before[key], after[key])
      )
        continue
      const change = key === 'deprecated' ? key : 'keyword-changed'
      const dated = key === 'x-sunset' ? sunsetVerdict(before, after) : undefined
      reporter.report(
        'part-changed',
        `\`${key}\` changed`,
        at(after, `/${encodePart(key)}`, 'head'),
        dated ?? verdictOf(change, 'response'),
        part ?? {},
      )
    }
  }
}
