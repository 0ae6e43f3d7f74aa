import { call, useAnswer, useTask } from './api.js'
import { html } from './html.js'
import { Card, Outcome, Problem, Sure, Table } from './parts.js'

const COUNTED = {
  sessions: 'Verifications',
  applicants: 'Applicants',
  esign_checks: 'Signing steps',
  standalone_scans: 'Standalone scans',
  evidence_images: 'Images served',
}

/** @param {any} props */
export function ResetSection({ organization }) {
  const { id, name: organizationName } = organization
  const usage = useAnswer(`/organizations/${id}/usage`)
  const task = useTask()
  const wipe = (body, done) =>
    task.run(async () => {
      await call('POST', '/reset', body)
      return done
    })
  // The table has its place before its figures come: no button below it moves from under the pointer.
  const data = usage.answer?.data
  return html`<h1>Test data</h1>
    <${Problem} problem=${usage.problem} />
    <${Table} label="What was used" head=${['', 'Test', 'Live']} items=${Object.entries(COUNTED)}
      row=${([name, label]) => [label, data?.test[name] ?? '…', data?.live[name] ?? '…']} />
    <${Outcome} task=${task} />
    <${Card} title=${`Purge the test data of ${organizationName}`}>
      <p>Removes the verifications, applicants, images, events, deliveries and logs of test mode. Keys and subscriptions
        stay. It cannot be undone.</p>
      <${Sure} task=${task} ask="Purge it for good?" onYes=${() =>
        wipe(
          { organization: id, mode: 'test' },
          'The test data is purged.',
        )}>Purge the test data<//>
    <//>
    <${Card} title=${`Wipe ${organizationName}`}>
      <p>The same in both modes. Only a simulator does this with live data.</p>
      <${Sure} task=${task} ask="Wipe both modes?"
        onYes=${() => wipe({ organization: id }, 'Both modes are wiped.')}>Wipe both modes<//>
    <//>
    <${Card} title="Start all over">
      <p>Wipes every organization, and brings back the world and the clock that the simulator was started with.</p>
      <${Sure} task=${task} ask="Start all over?"
        onYes=${() => wipe({ world: true }, 'Everything is as it was at the start.')}>Start all over<//>
    <//>`
}
