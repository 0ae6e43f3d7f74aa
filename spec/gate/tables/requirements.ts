import type { Finding } from '../compare/findings.ts'
import type { Contract } from '../load/contract.ts'
import { isMembers, type Json } from '../load/parse.ts'
import { compareRows, rowsOf, type Row } from './rows.ts'

const FOLDER = 'requirements/'
const NOTE =
  'The gate cannot compare meanings: review the change and record the result in changes/.'

/**
 * The requirements. A changed text closes the gate until an entry with the result of a review
 * exists.
 */
export function requirementFindings(base: Contract, head: Contract): Finding[] {
  const retired = new Set(retiredOf(head).map(({ key }) => key))
  const rows = (contract: Contract) => ({
    noun: 'clause',
    kind: 'clause',
    audience: 'implementer' as const,
    rows: clausesOf(contract),
  })
  const findings = compareRows(rows(base), rows(head), {
    added: ({ level }) =>
      level === 'must'
        ? { severity: 'risky', reason: 'A service that conformed may no longer conform.' }
        : { severity: 'safe', reason: 'Advice or a permission: no service fails because of it.' },
    removed: ({ id, level }) =>
      !retired.has(String(id))
        ? {
            severity: 'breaking',
            reason: 'An id is never removed: move the clause to retired.yaml, with the reason.',
            rule: String(id),
          }
        : level === 'must'
          ? {
              severity: 'breaking',
              reason: 'Retired: clients can no longer rely on the clause.',
              rule: String(id),
            }
          : {
              severity: 'risky',
              reason: 'Retired: advice or a permission that no longer applies.',
              rule: String(id),
            },
    fields: {
      text: (before, after, { id }) =>
        squeezed(before) === squeezed(after)
          ? null
          : {
              severity: 'breaking',
              reason: `The text of the clause has changed. ${NOTE}`,
              rule: String(id),
            },
      level: (before, after, { id }) => ({
        severity: 'breaking',
        reason: `${String(before)} became ${String(after)}. ${NOTE}`,
        rule: String(id),
      }),
      status: (before, after, { id }) =>
        after === 'unspecified'
          ? {
              severity: 'breaking',
              reason: `A demand is now left open. ${NOTE}`,
              rule: String(id),
            }
          : before === 'unspecified'
            ? {
                severity: 'risky',
                reason:
                  'An open point is now a demand: a service with another choice no longer conforms.',
                rule: String(id),
              }
            : after === 'untestable'
              ? { severity: 'risky', reason: 'The suite no longer tests it.', rule: String(id) }
              : // Whether a test names it yet is progress of the kit, not of the contract.
                null,
      // The party of a clause is a note for readers, because its text names the party too.
      binds: null,
      gap: null,
      reason: null,
      anchor: null,
    },
  })
  return [
    ...findings,
    ...compareRows(
      {
        noun: 'retired clause',
        kind: 'retired-clause',
        audience: 'implementer',
        rows: retiredOf(base),
      },
      {
        noun: 'retired clause',
        kind: 'retired-clause',
        audience: 'implementer',
        rows: retiredOf(head),
      },
      {
        added: { severity: 'safe', reason: 'The removal of the clause is reported separately.' },
        removed: {
          severity: 'breaking',
          reason: 'A retired id is never used again.',
        },
        fields: {
          text: { severity: 'risky', reason: 'The last text of a retired clause must not change.' },
          replaced_by: { severity: 'risky', reason: 'Other clauses replace the retired one.' },
          reason: null,
        },
      },
    ),
  ]
}

function clausesOf(contract: Contract): Row[] {
  const files = [...contract.files.keys()].filter(
    (path) => path.startsWith(FOLDER) && path !== `${FOLDER}retired.yaml`,
  )
  return files.flatMap((path) => rowsOf(contract, part(contract.table(path), 'requirements'), 'id'))
}

function retiredOf(contract: Contract): Row[] {
  return rowsOf(contract, part(contract.table(`${FOLDER}retired.yaml`), 'retired'), 'id')
}

/** Line breaks and repeated blanks of YAML have no meaning. */
function squeezed(text: Json | undefined): string {
  return String(text).replace(/\s+/g, ' ').trim()
}

function part(value: Json | undefined, key: string): Json | undefined {
  return isMembers(value) ? value[key] : undefined
}
