import type { Contract } from '../load/contract.ts'
import type { Members } from '../load/parse.ts'
import { permitsRemoval, type Policy } from '../policy/options.ts'
import { PERMITTED, sunsetFindings } from './lifecycle.ts'
import { at, sub } from './nodes.ts'
import { type Served, parametersOf } from './operations.ts'
import { reporterWithOrigin, withoutIndex } from './origin.ts'
import type { PartComparison } from './messages/parts.ts'
import { type Classification, reportChange, type Reporter, reportWork } from './reporter.ts'
import { rewriting } from './messages/writing.ts'

/** Flags that allow clients more ways to write a value; the default is false. */
const PERMISSIONS = ['allowReserved', 'allowEmptyValue']
const HANDLED: ReadonlySet<string> = new Set([
  'name',
  'in',
  'required',
  'schema',
  'content',
  'style',
  'explode',
  ...PERMISSIONS,
])

/** The parameters of an operation and of its path. */
export class ParameterComparison {
  readonly #base: Contract
  readonly #head: Contract
  readonly #parts: PartComparison
  readonly #policy: Policy

  constructor(base: Contract, head: Contract, parts: PartComparison, policy: Policy) {
    this.#base = base
    this.#head = head
    this.#parts = parts
    this.#policy = policy
  }

  compare(reporter: Reporter, was: Served, is: Served): void {
    const [before, after] = [parametersOf(this.#base, was), parametersOf(this.#head, is)]
    for (const [key, parameter] of before) {
      const other = after.get(key)
      const part = {
        part: `${parameter.in} ${parameter.name}`,
        side: 'request' as const,
        names: [String(parameter.name)],
      }
      if (other)
        this.#parameter(reporterWithOrigin(reporter, parameter, other), part, parameter, other)
      else
        reporter.report(
          'parameter-removed',
          `${part.part} removed`,
          at(parameter, '', 'base'),
          permitsRemoval(this.#policy, parameter)
            ? PERMITTED
            : {
                severity: 'breaking',
                reason: 'Requests that send it are rejected, or the value is ignored.',
                rule: 'VER-001',
              },
          part,
        )
    }
    for (const [key, parameter] of after) {
      if (before.has(key)) continue
      const name = `${parameter.in} ${parameter.name}`
      const classification: Classification =
        parameter.required === true
          ? {
              severity: 'breaking',
              reason: 'Requests without it are refused from now on.',
              rule: 'VER-001',
            }
          : { severity: 'safe', reason: 'It may be omitted.', rule: 'VER-001' }
      const here = at(parameter, '', 'head')
      const what = `${parameter.required === true ? 'required ' : ''}${name} added`
      const part = {
        part: name,
        side: 'request' as const,
        names: [String(parameter.name)],
        origin: withoutIndex(here),
      }
      reporter.report('parameter-added', what, here, classification, part)
      if (parameter.required !== true)
        reportWork(reporter, 'request', 'field-added', 'parameter-added', what, here, part)
    }
  }

  #parameter(
    reporter: Reporter,
    part: { part: string; side: 'request'; names: string[] },
    before: Members,
    after: Members,
  ): void {
    const [was, is] = [before.required === true, after.required === true]
    const here = at(after, '', 'head')
    if (was !== is) {
      reportChange(
        reporter,
        'request',
        is ? 'became-required' : 'became-optional',
        is ? 'parameter-required' : 'parameter-optional',
        `${part.part} ${is ? 'is now required' : 'may be omitted'}`,
        sub(here, '/required'),
        part,
      )
    }
    this.#parts.values(reporter, 'request', part, before.schema, after.schema, {
      isAlwaysSent: was && is,
    })
    this.#parts.content(reporter, 'request', part, before, after)
    const change = rewriting([this.#base, before], [this.#head, after])
    if (change !== undefined) {
      reporter.report(
        'parameter-rewritten',
        `${part.part}: ${change}`,
        here,
        {
          severity: 'breaking',
          reason: 'Clients still send the value in the old format.',
          rule: 'VER-001',
        },
        part,
      )
    }
    for (const key of PERMISSIONS) {
      const [had, has] = [before[key] === true, after[key] === true]
      if (had !== has)
        reportChange(
          reporter,
          'request',
          has ? 'wider' : 'narrower',
          'part-changed',
          `\`${key}\` ${had} became ${has}`,
          sub(here, `/${key}`),
          part,
        )
    }
    sunsetFindings(reporter, before, after, here, this.#policy)
    this.#parts.rest(reporter, before, after, HANDLED, part)
  }
}
