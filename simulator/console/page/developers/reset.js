import { call, useTask } from '../shared/api.js'
import { html } from '../shared/html.js'
import { Sure } from '../shared/dialog.js'
import { UsageTable } from '../settings/usage.js'
import { Card, Outcome } from '../shared/parts.js'

/** All that goes with the records of a plane. */
const PURGED = [
  'Verifications with their steps, answers, notes and results',
  'Applicants and data subject requests',
  'Evidence images',
  'Workflow templates and document templates, with all versions',
  'Signing envelopes and sealed documents',
  'Events, deliveries, the activity log and the e-mail log',
]

/** @param {any} props */
export function ResetSection({ organization }) {
  const { id, name: organizationName } = organization
  const task = useTask()
  const wipe = (body, done) =>
    task.run(async () => {
      await call('POST', '/reset', body)
      return done
    })
  return html`<h1>Test data</h1>
    <${UsageTable} id=${id} />
    <${Outcome} task=${task} />
    <${Card} title=${`Purge the test data of ${organizationName}`}>
      <p>Removes all records of test mode. Keys, subscriptions and members stay. Snapshots that were taken before still
        hold the data: drop them under Snapshots to remove it for good.</p>
      <${Sure} task=${task} ask="Purge the test data?" lost=${PURGED} typed=${organizationName} onYes=${() =>
        wipe(
          { organization: id, mode: 'test' },
          'The test data is purged.',
        )}>Purge the test data<//>
    <//>
    <${Card} title=${`Wipe ${organizationName}`}>
      <p>The same in both modes. Only a simulator does this with live data.</p>
      <${Sure} task=${task} ask="Wipe both modes?" lost=${PURGED} typed=${organizationName}
        onYes=${() => wipe({ organization: id }, 'Both modes are wiped.')}>Wipe both modes<//>
    <//>
    <${Card} title="Start all over">
      <p>Wipes every organization, and brings back the world and the clock that the simulator was started with.</p>
      <${Sure} task=${task} ask="Start all over?" typed="Start all over" lost=${[
        'All organizations, members and keys that were made since the start.',
        ...PURGED,
      ]}
        onYes=${() => wipe({ world: true }, 'Everything is as it was at the start.')}>Start all over<//>
    <//>`
}
