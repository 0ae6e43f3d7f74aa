import type { Location } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { homeOfMember, isMembers, type Json, type Members } from '../load/parse.ts'
import { sub } from './nodes.ts'
import type { Reporter, Classification } from './reporter.ts'
import { implementerVerdict } from './implementer.ts'
import { verdictOf } from './verdicts.ts'

/**
 * The extensions with which an operation declares its needs. oasdiff ignores them, but servers and
 * clients depend on them.
 */
export function extensionFindings(
  reporter: Reporter,
  [base, before]: [Contract, Members],
  [head, after]: [Contract, Members],
  here: Location,
): void {
  const report = (key: string, kind: string, what: string, classification: Classification) =>
    reporter.report(
      kind,
      what,
      key in after ? { ...homeOfMember(after, [key]), side: 'head' } : sub(here, `/${key}`),
      classification,
    )
  routeClass(before['x-route-class'], after['x-route-class'], report)
  scopes(before, after, report)
  errorCodes(before, after, report)
  flags(before, after, report)
  bodyLimit([base, before], [head, after], report)
  unspecified(before, after, report)
}

type Report = (key: string, kind: string, what: string, classification: Classification) => void

function routeClass(before: Json | undefined, after: Json | undefined, report: Report): void {
  if (before === after) return
  report(
    'x-route-class',
    'route-class-changed',
    `route class ${text(before)} became ${text(after)}`,
    {
      severity: 'breaking',
      reason: 'The calls count in another route class with another budget, and a 429 names it.',
      rule: 'LIM-006',
    },
  )
}

function scopes(before: Members, after: Members, report: Report): void {
  const key = 'x-required-scopes'
  const [needed, needs] = [setOf(before[key]), setOf(after[key])]
  for (const scope of needs.difference(needed)) {
    report(key, 'scope-needed', `the scope ${scope} is needed`, {
      severity: 'breaking',
      reason: 'Keys without the scope are refused with insufficient_scope.',
      rule: 'ERR-013',
    })
  }
  for (const scope of needed.difference(needs)) {
    report(key, 'scope-not-needed', `the scope ${scope} is no longer needed`, {
      severity: 'risky',
      reason: 'Keys that were refused are accepted.',
      rule: 'ERR-013',
    })
  }
}

function errorCodes(before: Members, after: Members, report: Report): void {
  const key = 'x-error-codes'
  const [had, has] = [setOf(before[key]), setOf(after[key])]
  for (const code of had.difference(has)) {
    report(key, 'error-code-removed', `the error code ${code} removed`, {
      severity: 'breaking',
      reason: 'Clients that handle the code no longer get it.',
      rule: 'VER-001',
    })
  }
  for (const code of has.difference(had)) {
    report(key, 'error-code-added', `the error code ${code} added`, {
      severity: 'risky',
      reason: 'Calls may be refused with a code that is new to clients.',
      rule: 'ERR-040',
    })
  }
}

function flags(before: Members, after: Members, report: Report): void {
  const change = (key: string, on: [string, Classification], off: [string, Classification]) => {
    const [was, is] = [before[key] === true, after[key] === true]
    if (was !== is) report(key, `${key.slice(2)}-${is ? 'on' : 'off'}`, ...(is ? on : off))
  }
  change(
    'x-account-state-read',
    [
      'billing no longer refuses the read',
      { severity: 'safe', reason: 'It succeeds where it was refused.', rule: 'BIL-009' },
    ],
    [
      'billing may refuse the read',
      {
        severity: 'breaking',
        reason: 'An account without funds can no longer read its own state.',
        rule: 'BIL-009',
      },
    ],
  )
  change(
    'x-measured-json',
    [
      'the length is checked before the body is read',
      { severity: 'breaking', reason: 'Requests without a length are refused.', rule: null },
    ],
    [
      'the length is no longer checked before the body is read',
      { severity: 'risky', reason: 'The order of error responses changes.', rule: null },
    ],
  )
  change(
    'x-reserved',
    [
      'the event is reserved: no longer delivered',
      {
        severity: 'breaking',
        reason: 'Consumers that expect it no longer receive it.',
        rule: 'VER-004',
      },
    ],
    [
      'the event is delivered from now on',
      {
        severity: 'safe',
        reason: 'Additive: consumers could already subscribe to it, and now receive it.',
        rule: 'EVT-022',
      },
    ],
  )
  const version = 'x-event-version'
  // The header is text, so a number is no other version.
  if (text(before[version]) !== text(after[version])) {
    const [was, is] = [Number(before[version]), Number(after[version])]
    report(
      version,
      'event-version-changed',
      `event version ${text(before[version])} became ${text(after[version])}`,
      Number.isNaN(was)
        ? { severity: 'safe', reason: 'It has the value of the header.', rule: 'HDR-002' }
        : is > was
          ? {
              severity: 'risky',
              reason:
                'A new version may be incompatible: consumers must read the header before they parse.',
              rule: 'VER-004',
            }
          : { severity: 'breaking', reason: 'A version must not be lowered.', rule: 'HDR-004' },
    )
  }
}

/**
 * An operation without a named limit has the limit of JSON. If limits.yaml exists, the numbers are
 * compared.
 */
function bodyLimit(
  [base, before]: [Contract, Members],
  [head, after]: [Contract, Members],
  report: Report,
): void {
  const key = 'x-body-limit'
  const [was, is] = [text(before[key] ?? 'json_body_bytes'), text(after[key] ?? 'json_body_bytes')]
  if (was === is) return
  const [bytesBefore, bytesAfter] = [limitValue(base, was), limitValue(head, is)]
  const grows = bytesBefore !== undefined && bytesAfter !== undefined && bytesAfter >= bytesBefore
  report(
    key,
    'body-limit-changed',
    `the body limit is ${is} instead of ${was}`,
    grows
      ? { severity: 'safe', reason: 'Every body that was accepted still is.', rule: 'VER-001' }
      : {
          severity: 'breaking',
          reason: 'Bodies that were accepted are now too large.',
          rule: 'VER-001',
        },
  )
}

function limitValue(contract: Contract, name: string): number | undefined {
  const table = contract.table('limits.yaml')
  const row = isMembers(table) && isMembers(table.values) ? table.values[name] : undefined
  return isMembers(row) && typeof row.value === 'number' ? row.value : undefined
}

function unspecified(before: Members, after: Members, report: Report): void {
  const key = 'x-unspecified'
  const [had, has] = [setOf(before[key]), setOf(after[key])]
  for (const gap of has.difference(had))
    report(
      key,
      'promise-withdrawn',
      `left open by ${gap}`,
      verdictOf('promise-withdrawn', 'response'),
    )
  for (const gap of had.difference(has)) {
    const [kind, what] = ['promise-made', `no longer left open by ${gap}`] as const
    report(key, kind, what, verdictOf(kind, 'response'))
    report(key, kind, what, { ...implementerVerdict(kind, 'response')!, audience: 'implementer' })
  }
}

function setOf(value: Json | undefined): Set<string> {
  return new Set(Array.isArray(value) ? value.map(String) : [])
}

function text(value: Json | undefined): string {
  return value === undefined ? 'none' : String(value)
}
