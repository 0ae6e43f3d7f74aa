import t from 'tap'
import type { Change, Job } from '../../store/records.ts'
import { World } from '../../world/world.ts'
import { ESIGN_CHECK_MINOR } from './rules/prices.ts'
import type { Mode, Organization } from '../../world/world.ts'
import { signingFor } from '../../testing/signing.ts'
import { data, refusal, controlClient } from '../../testing/control-client.ts'
import { roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { CHARGE, debit } from './charges.ts'

const BALANCE = 1_000_000
const simulator = await simulatorFor(t, {
  world: roomyWorld((organization) => {
    organization.wallet = { ...organization.wallet, status: 'active', balance_minor: BALANCE }
  }),
})
const control = controlClient(simulator)

/**
 * Returns what an organization on this plan has paid and how many checks were metered, after each action of a signer.
 */
async function account(plan: Organization['plan'], mode: Mode) {
  await control.organization('org_acme', { plan, wallet: { balance_minor: BALANCE } })
  await control.call('POST', '/reset', { organization: 'org_acme' })
  const signing = signingFor(simulator, 'org_acme', mode)
  const paid = async (): Promise<number> =>
    BALANCE -
    (await control.call<Organization>('GET', '/organizations/org_acme')).wallet.balance_minor
  const checks = async (): Promise<number> =>
    (
      await control.call<Record<Mode, { esign_checks: number }>>(
        'GET',
        '/organizations/org_acme/usage',
      )
    )[mode].esign_checks
  return {
    signing,
    lease: await signing.workflow(),
    state: async () => [await paid(), await checks()],
  }
}

for (const [plan, price] of [
  ['starter', ESIGN_CHECK_MINOR],
  ['growth', ESIGN_CHECK_MINOR],
  ['scale', 0],
] as const) {
  t.test(
    `BIL-001 BIL-002 BIL-003 BIL-004 BIL-005 ${plan}: ${price} for each check, charged when signed or declined, not when opened`,
    async (t) => {
      const { signing, lease, state } = await account(plan, 'live')
      const one = await signing.ready(lease)
      await one.post('paper_copy')
      t.strictSame(await state(), [0, 0], 'opening and consenting are free')
      data(await one.sign())
      t.strictSame(await state(), [price, 1])
      t.equal(refusal(await one.sign()), '409 session_already_completed')
      t.strictSame(await state(), [price, 1], 'once')
      const other = await signing.begin(lease)
      data(await other.post('decline'))
      t.strictSame(await state(), [2 * price, 2], 'a declined signature costs the same')
      const withdrawn = await signing.begin(lease)
      data(await withdrawn.post('withdraw'))
      t.strictSame(
        await state(),
        [2 * price, 2],
        'an applicant who withdraws has submitted nothing',
      )
      const charges = await control.call<{ session_id: string; amount_minor: number }[]>(
        'GET',
        '/organizations/org_acme/charges',
      )
      t.match(
        charges,
        price === 0
          ? []
          : [other, one].map(({ id }) => ({
              session_id: id,
              amount_minor: price,
              check_type: 'esign',
              plan,
            })),
      )
    },
  )
}

t.test('BIL-003 PLN-020 PLN-021 test mode is metered and never charged', async (t) => {
  const { signing, lease, state } = await account('starter', 'test')
  await signing.signed(lease)
  data(await (await signing.begin(lease)).post('decline'))
  t.strictSame(await state(), [0, 2])
})

t.test(
  'BIL-003 a signature without a seal is charged like any other, and sealing it later is free',
  async (t) => {
    const { signing, lease, state } = await account('starter', 'live')
    await control.call('POST', '/organizations/org_acme/sealing_faults', { mode: 'live', times: 1 })
    const { id, envelope } = await signing.signed(lease)
    t.equal(envelope.status, 'signed')
    t.strictSame(await state(), [ESIGN_CHECK_MINOR, 1])
    await control.call('POST', `/envelopes/${(await signing.console(id)).id}/seal`)
    t.strictSame(await state(), [ESIGN_CHECK_MINOR, 1])
  },
)

t.test(
  'a signer with an empty wallet may sign: the balance falls below zero, and its owner is refused',
  async (t) => {
    const { signing, lease } = await account('starter', 'live')
    const { sign } = await signing.ready(lease)
    await control.organization('org_acme', { wallet: { balance_minor: 1 } })
    data(await sign())
    t.equal(refusal(await signing.backend.call('GET', '/v1/sessions')), '402 payment_required')
  },
)

t.test('BIL-006 fetching an image is not charged', async (t) => {
  const { signing, state } = await account('starter', 'live')
  await control.organization('org_acme', {
    default_workflow: { steps: [{ type: 'id_verification' }] },
  })
  const id = await signing.backend.create()
  await control.journey(id, 'submit')
  t.equal((await signing.backend.call('GET', `/v1/sessions/${id}/idv-image/front`)).status, 200)
  t.strictSame(await state(), [0, 0])
})

t.test('BIL-003 the wallet is charged once, even after a crash', async (t) => {
  const world = await World.open(
    undefined,
    roomyWorld((organization) => {
      organization.wallet.balance_minor = BALANCE
    }),
  )
  const job: Job = {
    id: 'debit:env_1',
    lane: 'debits',
    due: 0,
    kind: 'debit',
    scope: 'us/live/org_acme',
    ref: 'env_1',
  }
  const written: Change[] = []
  let crash = true
  const records = {
    read: async (_: string, kind: string) => ({
      body: kind === CHARGE && { id: 'chg_1', organization_id: 'org_acme', amount_minor: 150 },
    }),
    write: async (changes: Change[]) => {
      if (crash) throw new Error('killed')
      written.push(...changes)
    },
  } as unknown as Parameters<typeof debit>[0]['records']
  await t.rejects(debit({ world, records }, job), /killed/)
  crash = false
  await debit({ world, records }, job)
  t.equal(BALANCE - world.organization('org_acme')!.wallet.balance_minor, 150)
  t.strictSame(written, [{ type: 'unschedule', id: job.id }])
  t.notOk(
    'paid_charges' in world.organization('org_acme')!,
    'a finished job leaves no charge behind',
  )
})
