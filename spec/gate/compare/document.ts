import { restartTime } from './schema/patterns/matcher.ts'
import type { Audience } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { declaredNames, type Json } from '../load/parse.ts'
import { DEFAULT_POLICY, permitsRemoval, type Policy } from '../policy/options.ts'
import { EventComparison } from './events.ts'
import { extensionFindings } from './extensions.ts'
import type { Finding } from './findings.ts'
import { PERMITTED, reporterForStability, stabilityFindings, sunsetFindings } from './lifecycle.ts'
import { at, memberOf, sub } from './nodes.ts'
import { operationIdFindings } from './operation-ids.ts'
import { PATH_MEMBERS, operationsOf, pathKey, pathsOf, type Served } from './operations.ts'
import { ParameterComparison } from './parameters.ts'
import { PartComparison } from './messages/parts.ts'
import { type Reporter, withoutEffect } from './reporter.ts'
import { RouteComparison } from './routes.ts'
import { Reach } from './schema/reach.ts'
import { schemeFindings, securityFindings } from './security.ts'
import { hasOwnServers, NOT_CALLED, serverFindings } from './servers.ts'

const OPERATION_MEMBERS = new Set(
  'operationId parameters requestBody responses security callbacks servers'.split(' '),
)

const DOCUMENT_MEMBERS = 'openapi paths webhooks servers security'.split(' ')

/** All differences between two OpenAPI documents, except texts and examples. */
export class DocumentComparison {
  readonly #base: Contract
  readonly #head: Contract
  readonly #parts: PartComparison
  readonly #parameters: ParameterComparison
  readonly #policy: Policy
  readonly #reach = new Reach()
  readonly #report: (finding: Finding) => void

  constructor(
    base: Contract,
    head: Contract,
    report: (finding: Finding) => void,
    policy: Policy = DEFAULT_POLICY,
  ) {
    this.#report = report
    this.#policy = policy
    this.#base = base
    this.#head = head
    this.#parts = new PartComparison(base, head, policy, this.#reach)
    this.#parameters = new ParameterComparison(base, head, this.#parts, policy)
  }

  /** Whether changes are in so many places that only some are reported. */
  get isCut(): boolean {
    return this.#reach.isCut
  }

  compare(): void {
    restartTime()
    this.#operations()
    this.#paths()
    new EventComparison(this.#base, this.#head, this.#parts, (...of) =>
      this.#reporter(...of),
    ).compare()
    schemeFindings((name) => this.#reporter(name, '', 'client'), this.#base, this.#head)
    const servers = this.#reporter('servers', '', 'client')
    serverFindings(
      hasOwnServers(this.#base) ? withoutEffect(servers, NOT_CALLED) : servers,
      this.#base.root.servers,
      this.#head.root.servers,
      at(this.#head.root, '/servers', 'head'),
    )
    this.#version()
    this.#parts.rest(
      this.#reporter('the document', '', 'client'),
      this.#base.root,
      this.#head.root,
      new Set([
        ...DOCUMENT_MEMBERS,
        ...(dialectOf(this.#base) === dialectOf(this.#head) ? ['jsonSchemaDialect'] : []),
      ]),
    )
  }

  /** A patch version of OpenAPI only corrects its text. */
  #version(): void {
    const [was, is] = [this.#base, this.#head].map((contract) =>
      String(contract.root.openapi).split('.').slice(0, 2).join('.'),
    )
    if (was === is) return
    this.#reporter('the document', '', 'client').report(
      'openapi-version',
      `OpenAPI ${was} became ${is}`,
      at(this.#head.root, '/openapi', 'head'),
      {
        severity: 'risky',
        reason:
          'Requests and responses are compared separately. Tools that read the document may not support the version.',
        rule: null,
      },
    )
  }

  #operations(): void {
    const [base, head] = [operationsOf(this.#base), operationsOf(this.#head)]
    const routes = new RouteComparison(this.#base, this.#head)
    for (const [key, was] of base) {
      const reporter = reporterForStability(
        this.#reporter(was.name, key, 'client'),
        was.operation,
        this.#policy,
      )
      const is = head.get(key)
      if (is) {
        this.#operation(reporter, was, is)
        routes.compare(reporter, was)
      } else
        reporter.report(
          'operation-removed',
          `${was.name} removed`,
          at(...was.place, 'base'),
          permitsRemoval(this.#policy, was.operation)
            ? PERMITTED
            : {
                severity: 'breaking',
                reason: 'Calls of the operation fail.',
                rule: 'VER-001',
              },
        )
    }
    for (const [key, is] of head) {
      if (base.has(key)) continue
      const location = at(...is.place, 'head')
      this.#reporter(is.name, key, 'client').report(
        'operation-added',
        `${is.name} added`,
        location,
        {
          severity: 'safe',
          reason: 'Additive: existing calls are not affected.',
          rule: 'VER-001',
        },
      )
      this.#reporter(is.name, key, 'implementer').report(
        'operation-added',
        `${is.name} added`,
        location,
        { severity: 'safe', reason: 'A conforming service must implement it.', rule: null },
      )
    }
  }

  /** Members of paths that are neither operations nor inherited by them, and extensions. */
  #paths(): void {
    const [paths, pathsNow] = [
      memberOf(this.#base.root, 'paths'),
      memberOf(this.#head.root, 'paths'),
    ]
    this.#parts.rest(
      this.#reporter('the paths', '', 'client'),
      paths,
      pathsNow,
      new Set([...declaredNames(paths), ...declaredNames(pathsNow)]),
    )
    const head = new Map(pathsOf(this.#head).map(({ path, item }) => [pathKey(path), item]))
    for (const { path, item } of pathsOf(this.#base)) {
      const other = head.get(pathKey(path))
      if (other) this.#parts.rest(this.#reporter(path, '', 'client'), item, other, PATH_MEMBERS)
    }
  }

  #operation(reporter: Reporter, was: Served, is: Served): void {
    const [before, after] = [was.operation, is.operation]
    const here = at(after, '', 'head')
    operationIdFindings(reporter, before, after, here)
    this.#parameters.compare(reporter, was, is)
    this.#parts.requestBody(reporter, before, after, here)
    this.#parts.responses(reporter, before, after, here)
    securityFindings(
      reporter,
      before.security ?? this.#base.root.security,
      after.security ?? this.#head.root.security,
      // At one place, a change of the default is one change of many operations.
      before.security === undefined && after.security === undefined
        ? at(this.#head.root, '/security', 'head')
        : sub(here, '/security'),
    )
    const [servers, serversNow] = [
      before.servers ?? was.item.servers,
      after.servers ?? is.item.servers,
    ]
    if (servers ?? serversNow)
      serverFindings(
        reporter,
        servers ?? this.#base.root.servers,
        serversNow ?? this.#head.root.servers,
        sub(here, '/servers'),
      )
    extensionFindings(reporter, [this.#base, before], [this.#head, after], here)
    stabilityFindings(reporter, before, after, here, this.#policy)
    sunsetFindings(reporter, before, after, here, this.#policy)
    this.#parts.rest(reporter, before, after, OPERATION_MEMBERS)
  }

  #reporter(name: string, operation: string, audience: Audience): Reporter {
    return {
      name,
      operation,
      audience,
      report: (
        kind,
        what,
        location,
        classification,
        { part, side, names, path, origin, counterpart } = {},
      ) => {
        this.#report({
          kind,
          detail: what,
          what,
          location,
          ...(origin && { origin }),
          ...(counterpart && { counterpart }),
          audience,
          ...classification,
          owner: name,
          place: part === undefined ? name : `${name}, ${part}`,
          ...(operation !== '' && {
            spot: { operation, side: side ?? 'operation', names: names ?? [], path: path ?? null },
          }),
        })
      },
    }
  }
}

/** The dialect of schemas that declare none. OpenAPI 3.1 has a default, which other versions do not share. */
function dialectOf({ root }: Contract): Json | undefined {
  const isDefault = root.jsonSchemaDialect === undefined && String(root.openapi).startsWith('3.1.')
  return isDefault ? 'https://spec.openapis.org/oas/3.1/dialect/base' : root.jsonSchemaDialect
}
