import type { Finding } from '../compare/findings.ts'
import type { Contract } from '../load/contract.ts'
import { compareRows, rowsOf } from './rows.ts'

/**
 * Open points of the contract with our choices. Clients must not rely on a choice, so changing one is not breaking.
 */
export function ledgerFindings(base: Contract, head: Contract): Finding[] {
  const rows = (contract: Contract) => ({
    noun: 'ledger row',
    kind: 'ledger',
    audience: 'implementer' as const,
    rows: rowsOf(contract, contract.table('ledger.yaml'), 'id'),
  })
  return compareRows(rows(base), rows(head), {
    added: {
      severity: 'risky',
      reason: 'A point is now left open, so the suite no longer tests it.',
    },
    removed: {
      severity: 'risky',
      reason: 'A point is no longer left open: a service with another choice no longer conforms.',
    },
    fields: {
      choice: {
        severity: 'risky',
        reason: 'The kit behaves differently on a point that the contract leaves open.',
      },
      suite: { severity: 'risky', reason: 'The suite tests more, or less, of a service.' },
      stated: { severity: 'risky', reason: 'The suite judges this row differently.' },
      alternatives: { severity: 'risky', reason: 'Other choices are accepted.' },
      question: null,
      reason: null,
      anchor: null,
    },
  })
}
