import { call, useResponse, useTask } from '../shared/api.js'
import { money } from '../shared/format.js'
import { html } from '../shared/html.js'
import { linkTo } from '../shared/navigation.js'
import { usePages } from '../shared/paging.js'
import { Badge, Card, Facts, Field, List, Outcome, Problem, Table, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

export const COUNTED = {
  sessions: 'Verifications',
  applicants: 'Applicants',
  esign_checks: 'Signing steps',
  standalone_scans: 'Standalone scans',
  evidence_images: 'Images served',
}

/** Usage, charges and the wallet. @param {any} props */
export function UsageSection({ organization, place }) {
  const { id, plan, wallet, subscription } = organization
  return html`<h1>Wallet and usage</h1>
    <p>Billing applies to live mode only. Usage in test mode is counted, but never charged.</p>
    <${Card} title="Wallet" aside=${html`<a href=${linkTo(place, { section: 'organization' })}>Change plan and states</a>`}>
      <${Facts} of=${[
        [
          'Balance',
          wallet.status === 'absent' ? 'No wallet' : money(wallet.balance_minor, wallet.currency),
        ],
        ['Wallet', html`<${Badge} of=${wallet.status} />`],
        ['Subscription', html`<${Badge} of=${subscription.status} />`],
        ['Plan', plan],
      ]} />
      ${wallet.status === 'locked' && html`<p class="note odd">While the wallet is locked, live requests that cost money are refused with 402.</p>`}
      <${TopUp} id=${id} wallet=${wallet} /><//>
    <${Card} title="Usage"><${UsageTable} id=${id} /><//>
    <${Card} title="Charges"><${Charges} id=${id} /><//>`
}

/** @param {{ id: string }} props */
export function UsageTable({ id }) {
  const { answer, problem } = useResponse(`/organizations/${id}/usage`)
  const data = answer?.data
  // The table is drawn before its figures arrive, so that the content below does not move.
  return html`<${Problem} problem=${problem} />
    <${Table} label="Usage" head=${['Usage', 'Test', 'Live']} items=${Object.entries(COUNTED)}
      row=${([name, label]) => [label, data?.test[name] ?? '…', data?.live[name] ?? '…']} />`
}

/** @param {any} props */
function TopUp({ id, wallet }) {
  const task = useTask()
  if (wallet.status === 'absent') return null
  const add = (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const minor = Math.round(Number(new FormData(form).get('amount')) * 100)
    void task.run(async () => {
      const { data } = await call('PATCH', `/organizations/${id}`, {
        wallet: { balance_minor: wallet.balance_minor + minor },
      })
      form.reset()
      return `The balance is ${money(data.wallet.balance_minor, data.wallet.currency)}.`
    })
  }
  return html`<form class="row" onSubmit=${add}>
    <${Field} label=${`Add to the balance, ${wallet.currency}`}>${(attributes) => html`
      <input name="amount" type="number" step="0.01" required ...${attributes} />`}<//>
    <button disabled=${task.busy}>Add</button></form><${Outcome} task=${task} />`
}

/** @param {{ id: string }} props */
function Charges({ id }) {
  const page = usePages(`/organizations/${id}/charges`, { limit: 20 })
  const row = (charge) => [
    html`E-signature<br /><code class="soft">${charge.id}</code>`,
    money(charge.amount_minor, charge.currency),
    charge.plan,
    html`<${Ref} id=${charge.session_id} />`,
    html`<${Time} at=${charge.created_at} />`,
  ]
  const head = ['Charge', 'Amount', 'Plan', 'Verification', 'Time']
  return html`<${List} page=${page} label="Charges" head=${head} row=${row}>
    No charges yet. A signing step in live mode is charged when it is signed or declined, unless the plan includes it.<//>`
}
