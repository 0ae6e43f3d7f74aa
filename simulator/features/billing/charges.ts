import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { esignPrice } from './rules/prices.ts'
import type { Change, Job } from '../../store/records.ts'
import type { Organization } from '../../world/world.ts'
import type { EnvelopeRecord } from '../signing/envelope-record.ts'
import type { Signer } from '../signing/envelope-opening.ts'
import { metered } from './metering.ts'

/** Charge of a check to a live account. */
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
const DEBIT_LANE = 'debits'

/**
 * Returns the changes that meter an `esign` step once it is submitted, signed or declined (BIL-003 to BIL-005). It is
 * metered in both modes, and charged in live mode unless the plan includes it. The envelope's id prevents a second
 * charge.
 */
export function chargeFor(
  ports: Ports,
  { organization, scope, now }: Signer,
  envelope: EnvelopeRecord,
): Change[] {
  const { id, session_id, step_id, mode } = envelope
  const {
    plan,
    wallet: { currency },
  } = organization
  const amount_minor = esignPrice(plan)
  const counted = metered(scope, 'esign_checks')
  if (mode === 'test' || amount_minor === 0) return [counted]
  const body: ChargeRecord = {
    id: newId(ports.random, 'chg'),
    organization_id: organization.id,
    session_id,
    step_id,
    check_type: 'esign',
    amount_minor,
    currency,
    plan,
    created_at: iso(now),
  }
  return [
    counted,
    { type: 'put', scope, kind: CHARGE, id, body, key1: session_id, ifVersion: 0 },
    {
      type: 'schedule',
      job: { id: `debit:${id}`, lane: DEBIT_LANE, due: now, kind: 'debit', scope, ref: id },
    },
  ]
}

/**
 * Debits the wallet for the last charge. If the wallet cannot be stored, the job tries again; after a crash, at the next
 * start.
 */
export async function debitNow(ports: Ports, written: readonly Change[]): Promise<void> {
  for (const change of written) {
    if (change.type !== 'schedule' || change.job.kind !== 'debit') continue
    try {
      await debit(ports, change.job)
    } catch (error) {
      ports.wake(DEBIT_LANE)
      throw error
    }
  }
}

/**
 * The job of a charge. The world holds the wallet, the records hold the charge, and one transaction cannot write both.
 * The wallet's organization remembers which charges it has paid until their jobs are deleted, so that none is paid
 * twice. The balance may fall below zero: the account is then refused.
 */
export async function debit(
  { world, records }: Pick<Ports, 'world' | 'records'>,
  job: Job,
): Promise<void> {
  const charge = (await records.read(job.scope, CHARGE, job.ref))?.body as ChargeRecord | undefined
  if (charge)
    await world.update(() => pay(world.organization(charge.organization_id), charge), job.id)
  await records.write([{ type: 'unschedule', id: job.id }])
  if (charge)
    await world.update(() => forgetPaid(world.organization(charge.organization_id), charge))
}

function pay(organization: Organization | undefined, { id, amount_minor }: ChargeRecord): void {
  if (
    !organization ||
    organization.wallet.status === 'absent' ||
    organization.paid_charges?.includes(id)
  )
    return
  organization.wallet.balance_minor -= amount_minor
  organization.paid_charges = [...(organization.paid_charges ?? []), id]
}

function forgetPaid(organization: Organization | undefined, { id }: ChargeRecord): void {
  const left = organization?.paid_charges?.filter((paid) => paid !== id)
  if (!organization || !left) return
  if (left.length > 0) organization.paid_charges = left
  else delete organization.paid_charges
}
