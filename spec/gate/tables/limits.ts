import type { Finding } from '../compare/findings.ts'
import type { Audience } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { isMembers, type Json } from '../load/parse.ts'
import {
  compareRows,
  namedRows,
  rowsOf,
  sourceVerdict,
  whole,
  type Row,
  type RowVerdict,
} from './rows.ts'

/** `limits.yaml`: route classes, tiers, the limit by address, and all other numbers. */
export function limitFindings(base: Contract, head: Contract): Finding[] {
  return [...classFindings(base, head), ...valueFindings(base, head), ...otherFindings(base, head)]
}

const less: RowVerdict = {
  severity: 'breaking',
  reason: 'Values within the old limit exceed the new one.',
  rule: 'VER-001',
}
const more: RowVerdict = {
  severity: 'safe',
  reason: 'Values within the old limit are within the new one.',
}

function classFindings(base: Contract, head: Contract): Finding[] {
  const rows = (contract: Contract) => ({
    noun: 'route class',
    kind: 'route-class',
    audience: 'client' as const,
    // One field for each tier, so that each has its own verdict.
    rows: rowsOf(contract, part(contract, 'classes'), 'name').map((row) => {
      const { budgets, ...fields } = row.fields
      const tiers = Object.entries(isMembers(budgets) ? budgets : {}).map(([tier, budget]) => [
        `budgets/${tier}`,
        budget,
      ])
      return {
        ...row,
        fields: { ...fields, ...(Object.fromEntries(tiers) as Record<string, Json>) },
      }
    }),
  })
  const budget = (before: Json | undefined, after: Json | undefined): RowVerdict => {
    // Null means a figure of the organization, which is unknown here.
    if (typeof before !== 'number' || typeof after !== 'number')
      return {
        severity: 'risky',
        reason: 'It is unknown whether the budget grew.',
        rule: 'LIM-035',
      }
    return after < before ? { ...less, rule: 'LIM-022' } : more
  }
  return compareRows(rows(base), rows(head), {
    added: {
      severity: 'safe',
      reason: 'Additive: an operation that moves to it is reported separately.',
    },
    removed: {
      severity: 'breaking',
      reason: 'Clients get another class in X-RateLimit headers and in a 429.',
      rule: 'LIM-006',
    },
    fields: {
      'budgets/standard': budget,
      'budgets/elevated': budget,
      'budgets/enterprise': budget,
      'budgets/custom': budget,
      window_seconds: {
        severity: 'breaking',
        reason: 'Clients that calculate waiting times from the window length get wrong times.',
        rule: 'LIM-009',
      },
      scales: null,
      flat_from: null,
      source: sourceVerdict,
      gap: null,
    },
  })
}

/** For these, a higher value is stricter. */
const LOWER_BOUND = /_min$/
/** For these, any other value means another behaviour. */
const EXACT = /(_default|_bytes_exact|webhook_secret_bytes)$/

function valueFindings(base: Contract, head: Contract): Finding[] {
  const audienceOf = (key: string): Audience => (key.startsWith('webhook') ? 'consumer' : 'client')
  const select = (contract: Contract, audience: Audience) => ({
    noun: 'limit',
    kind: 'limit',
    audience,
    rows: namedRows(contract, part(contract, 'values'))
      .filter(({ key }) => audienceOf(key) === audience)
      .map((row): Row => ({ ...row, fields: { ...row.fields, 'x-name': row.key } })),
  })
  return (['client', 'consumer'] as const).flatMap((audience) =>
    compareRows(select(base, audience), select(head, audience), {
      added: { severity: 'risky', reason: 'An unlimited value is now limited.' },
      removed: { severity: 'risky', reason: 'A limit is removed, or renamed.' },
      fields: {
        value: (before, after, row) => {
          const name = String(row['x-name'])
          if (EXACT.test(name))
            return {
              severity: 'breaking',
              reason: 'Clients that rely on the default or the number get another value.',
              rule: 'VER-001',
            }
          const rises = Number(after) > Number(before)
          return rises === LOWER_BOUND.test(name)
            ? { ...less, ...(audience === 'consumer' && { rule: 'VER-004' }) }
            : more
        },
        unit: { severity: 'breaking', reason: 'The meaning of the number has changed.' },
        source: sourceVerdict,
        gap: null,
        why: null,
      },
    }),
  )
}

const named: RowVerdict = {
  severity: 'breaking',
  reason: 'Clients that recognize this limit by the value in a 429 no longer do.',
  rule: 'VER-001',
}

function otherFindings(base: Contract, head: Contract): Finding[] {
  const rows = (contract: Contract, key: string, noun: string, audience: Audience) => {
    const node = part(contract, key)
    return {
      noun,
      kind: noun.replaceAll(' ', '-'),
      audience,
      rows: isMembers(node)
        ? [{ key, at: node, contract, fields: node }]
        : whole(contract, node, key),
    }
  }
  const compare = (
    key: string,
    noun: string,
    audience: Audience,
    fields: Parameters<typeof compareRows>[2]['fields'],
  ) =>
    compareRows(rows(base, key, noun, audience), rows(head, key, noun, audience), {
      added: { severity: 'risky', reason: 'A new limit.' },
      removed: { severity: 'risky', reason: 'A removed limit.' },
      fields,
    })
  return [
    ...compare('pre_auth_ip', 'limit by address', 'client', {
      budget: (before, after) =>
        Number(after) < Number(before) ? { ...less, rule: 'LIM-004' } : more,
      window_seconds: {
        severity: 'breaking',
        reason: 'Clients that calculate waiting times from the window length get wrong times.',
        rule: 'LIM-003',
      },
      route_class: named,
      tier: named,
      gap: null,
    }),
    ...compare('tiers', 'plan tiers', 'client', {
      value: (before, after) => {
        const [had, has] = [new Set(before as string[]), new Set(after as string[])]
        const gone = [...had.difference(has)]
        if (gone.length === 0 && has.size === had.size) return null
        return gone.length > 0
          ? {
              severity: 'breaking',
              reason: `Organizations on ${gone.join(', ')} lose their tier.`,
              rule: 'LIM-014',
            }
          : {
              severity: 'risky',
              reason: 'A closed list grows: a 429 may name a tier that is new to clients.',
              rule: 'LIM-014',
            }
      },
    }),
    ...compare('webhook_retry_delays_seconds', 'webhook retries', 'consumer', {
      value: {
        severity: 'risky',
        reason: 'Deliveries are repeated at other times; consumers that were down may miss them.',
        rule: 'HDR-019',
      },
      source: sourceVerdict,
      gap: null,
    }),
  ]
}

function part(contract: Contract, key: string): Json | undefined {
  const table = contract.table('limits.yaml')
  return isMembers(table) ? table[key] : undefined
}
