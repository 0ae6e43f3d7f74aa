import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signingFor } from '../../testing/signing.ts'
import { roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { ESIGN_CHECK_MINOR } from './rules/prices.ts'

const BALANCE = 10_000
const dataDir = t.testdir()
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

t.test('a charge whose wallet could not be stored is debited once it can', async (t) => {
  const simulator = await simulatorFor(t, {
    world: roomyWorld((organization) => {
      organization.wallet = { ...organization.wallet, status: 'active', balance_minor: BALANCE }
    }),
    dataDir,
    report: () => undefined,
  })
  const { control, workflow, ready } = signingFor(simulator, 'org_acme', 'live')
  const balance = async (): Promise<number> =>
    (await control.call<{ wallet: { balance_minor: number } }>('GET', '/organizations/org_acme'))
      .wallet.balance_minor
  const { post } = await ready(await workflow())
  const obstacle = join(dataDir, '.world.json.tmp')
  mkdirSync(obstacle)
  t.equal((await post('decline')).status, 500)
  // A repeated attempt shows the debit until its write has failed.
  while ((await balance()) !== BALANCE) await pause()
  rmdirSync(obstacle)
  while ((await balance()) === BALANCE) await pause()
  t.equal(await balance(), BALANCE - ESIGN_CHECK_MINOR)
})
