import { iso } from '../clock/clock.ts'
import { newId } from '../clock/random.ts'
import type { Ports } from '../ports.ts'
import { esignPrice } from '../rules/prices.ts'
import type { Change } from '../store/records.ts'
import type { EnvelopeRecord } from './envelope-record.ts'
import type { Signer } from './envelope-opening.ts'
import { metered } from './metering.ts'

/** What a check has cost a live account. */
export interface ChargeRecord {
  id: string
  organization_id: string
  session_id: string
  step_id: string
  check_type: 'esign'
  amount_minor: number
  currency: string
  plan: string
  created_at: string
}

export const CHARGE = 'charge'

/**
 * What to write when an `esign` step is submitted, signed or declined, and not before (BIL-003 to BIL-005): it is metered
 * in either mode, and charged in live mode where the plan doesn't include it. Under its envelope's id, so never twice.
 */
export function chargeFor(ports: Ports, { organization, scope, now }: Signer, envelope: EnvelopeRecord): Change[] {
  const { id, session_id, step_id, mode } = envelope
  const { plan, wallet: { currency } } = organization
  const amount_minor = esignPrice(plan)
  const counted = metered(scope, 'esign_checks')
  if (mode === 'test' || amount_minor === 0) return [counted]
  const body: ChargeRecord = {
    id: newId(ports.random, 'chg'), organization_id: organization.id, session_id, step_id, check_type: 'esign',
    amount_minor, currency, plan, created_at: iso(now),
  }
  return [counted, { type: 'put', scope, kind: CHARGE, id, body, key1: session_id, ifVersion: 0 }]
}

/** Takes what was charged from the wallets, once it is written. One may fall below zero: its account is then refused. */
export async function debit({ world }: Pick<Ports, 'world'>, written: readonly Change[]): Promise<void> {
  const charges = written.flatMap((change) =>
    change.type === 'put' && change.kind === CHARGE ? [change.body as ChargeRecord] : [])
  if (charges.length === 0) return
  await world.update(() => {
    for (const { organization_id, amount_minor } of charges) {
      const wallet = world.organization(organization_id)?.wallet
      if (wallet && wallet.status !== 'absent') wallet.balance_minor -= amount_minor
    }
  })
}
