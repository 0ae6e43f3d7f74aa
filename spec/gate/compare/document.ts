import { isDeepStrictEqual } from 'node:util'
import type { Audience, Location } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import type { Json } from '../load/parse.ts'
import { EventComparison } from './events.ts'
import { extensionFindings } from './extensions.ts'
import type { Finding } from './findings.ts'
import { at, list, members, sub } from './nodes.ts'
import { operationsOf, type Served } from './operations.ts'
import { PartComparison } from './parts.ts'
import { EDITORIAL, type Scene } from './scene.ts'

/** Everything that the OpenAPI documents of two contracts differ in, but for texts and examples. */
export class DocumentComparison {
  readonly #base: Contract
  readonly #head: Contract
  readonly #parts: PartComparison
  readonly #findings: Finding[] = []

  constructor(base: Contract, head: Contract) {
    this.#base = base
    this.#head = head
    this.#parts = new PartComparison(base, head)
  }

  compare(): Finding[] {
    this.#operations()
    new EventComparison(this.#base, this.#head, this.#parts, (...of) =>
      this.#scene(...of),
    ).compare()
    this.#securitySchemes()
    this.#servers()
    this.#parts.rest(
      this.#scene('the document', '', 'client'),
      this.#base.root,
      this.#head.root,
      new Set(['paths', 'webhooks', 'servers', 'security']),
    )
    return this.#findings
  }

  #operations(): void {
    const [base, head] = [operationsOf(this.#base), operationsOf(this.#head)]
    for (const [key, was] of base) {
      const scene = this.#scene(was.name, key, 'client')
      const is = head.get(key)
      if (is) this.#operation(scene, was, is)
      else
        scene.tell(
          'operation-removed',
          `${was.name} removed`,
          at(was.item, `/${was.method}`, 'base'),
          { severity: 'breaking', reason: 'Calls of it are answered no more.', rule: 'VER-001' },
        )
    }
    for (const [key, is] of head) {
      if (base.has(key)) continue
      const location = at(is.item, `/${is.method}`, 'head')
      this.#scene(is.name, key, 'client').tell('operation-added', `${is.name} added`, location, {
        severity: 'safe',
        reason: 'Additive: no call that exists is touched.',
        rule: 'VER-001',
      })
      this.#scene(is.name, key, 'implementer').tell(
        'operation-added',
        `${is.name} added`,
        location,
        { severity: 'safe', reason: 'Work: a service that conforms has to answer it.', rule: null },
      )
    }
  }

  #operation(scene: Scene, was: Served, is: Served): void {
    const [before, after] = [was.operation, is.operation]
    const here = at(after, '', 'head')
    if (before.operationId !== after.operationId) {
      scene.tell(
        'operation-id-changed',
        `operationId ${before.operationId} became ${after.operationId}`,
        sub(here, '/operationId'),
        {
          severity: 'risky',
          reason:
            'The wire stays; clients and servers that are generated from the contract lose the name.',
          rule: null,
        },
      )
    }
    this.#parts.parameters(scene, was, is)
    this.#parts.requestBody(scene, before, after, here)
    this.#parts.responses(scene, before, after, here)
    this.#security(
      scene,
      before.security ?? this.#base.root.security,
      after.security ?? this.#head.root.security,
      here,
    )
    extensionFindings(scene, [this.#base, before], [this.#head, after], here)
    this.#parts.rest(
      scene,
      before,
      after,
      new Set(['operationId', 'parameters', 'requestBody', 'responses', 'security']),
    )
  }

  #security(scene: Scene, before: Json | undefined, after: Json | undefined, here: Location): void {
    const ways = (value: Json | undefined) =>
      new Set(
        (Array.isArray(value) ? value : []).map(
          (way) =>
            Object.keys(way as object)
              .sort()
              .join(' with ') || 'nothing',
        ),
      )
    const [had, has] = [ways(before), ways(after)]
    if (had.size === 0) had.add('nothing')
    if (has.size === 0) has.add('nothing')
    const location = sub(here, '/security')
    for (const way of had.difference(has)) {
      scene.tell(
        'credential-refused',
        `${way} no longer lets a call in`,
        location,
        {
          severity: 'breaking',
          reason: 'Calls with it are refused.',
          rule: way === 'nothing' ? 'AUT-023' : 'AUT-001',
        },
        { part: 'credentials' },
      )
    }
    for (const way of has.difference(had)) {
      scene.tell(
        'credential-accepted',
        `${way} lets a call in`,
        location,
        way === 'nothing'
          ? {
              severity: 'risky',
              reason: 'What needed a credential is public now.',
              rule: 'AUT-001',
            }
          : { severity: 'safe', reason: 'The credentials that were good still are.', rule: null },
        { part: 'credentials' },
      )
    }
  }

  #securitySchemes(): void {
    const schemes = (contract: Contract) =>
      members(members(contract.root.components)?.securitySchemes) ?? {}
    const [before, after] = [schemes(this.#base), schemes(this.#head)]
    for (const [name, scheme] of Object.entries(before)) {
      const [was, is] = [
        members(this.#base.resolve(scheme))!,
        members(this.#head.resolve(after[name])),
      ]
      // One that is gone is told where an operation no longer takes it.
      if (!is) continue
      for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
        if (EDITORIAL.has(key) || isDeepStrictEqual(was[key], is[key])) continue
        this.#scene(name, '', 'client').tell(
          'credential-changed',
          `${name}: ${key} ${was[key]} became ${is[key]}`,
          at(is, `/${key}`, 'head'),
          {
            severity: 'breaking',
            reason: 'Clients send the credential in the old way.',
            rule: 'AUT-001',
          },
        )
      }
    }
  }

  #servers(): void {
    const urls = (contract: Contract) =>
      new Set(list(contract.root.servers).map((server) => String(members(server)?.url)))
    const [before, after] = [urls(this.#base), urls(this.#head)]
    const scene = this.#scene('servers', '', 'client')
    const location = at(this.#head.root, '/servers', 'head')
    for (const url of before.difference(after)) {
      scene.tell('server-removed', `the server ${url} removed`, location, {
        severity: 'breaking',
        reason: 'Clients call it.',
        rule: null,
      })
    }
    for (const url of after.difference(before)) {
      scene.tell('server-added', `the server ${url} added`, location, {
        severity: 'safe',
        reason: 'Additive.',
        rule: null,
      })
    }
  }

  #scene(name: string, operation: string, audience: Audience): Scene {
    return {
      name,
      operation,
      audience,
      tell: (kind, what, location, told, { part, side, names } = {}) => {
        this.#findings.push({
          kind,
          detail: what,
          what,
          location,
          audience,
          ...told,
          place: part === undefined ? name : `${name}, ${part}`,
          ...(operation !== '' && {
            spot: { operation, side: side ?? 'operation', names: names ?? [] },
          }),
        })
      },
    }
  }
}
