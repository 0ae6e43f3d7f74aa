import { call, useTask } from '../shared/api.js'
import { html } from '../shared/html.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { UsageTable } from '../settings/usage.js'
import { Card, Outcome } from '../shared/parts.js'

/** The records that a purge of one mode deletes. */
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
      <p>Removes all records of test mode. Keys, subscriptions and members stay. Earlier snapshots still contain the data: delete them under\n        Snapshots to remove it permanently.</p>
      <${ConfirmDialog} task=${task} ask="Purge the test data?" lost=${PURGED} typed=${organizationName} onYes=${() =>
        wipe(
          { organization: id, mode: 'test' },
          'The test data is purged.',
        )}>Purge the test data<//>
    <//>
    <${Card} title=${`Wipe ${organizationName}`}>
      <p>Removes the records of both modes. A real service never does this with live data.</p>
      <${ConfirmDialog} task=${task} ask="Wipe both modes?" lost=${PURGED} typed=${organizationName}
        onYes=${() => wipe({ organization: id }, 'Both modes are wiped.')}>Wipe both modes<//>
    <//>
    <${Card} title="Reset the simulator">
      <p>Removes the records of every organization, and restores the world and the clock of the start.</p>
      <${ConfirmDialog} task=${task} ask="Reset the simulator?" typed="Reset the simulator" lost=${[
        'All organizations, members and keys that were created since the start.',
        ...PURGED,
      ]}
        onYes=${() => wipe({ world: true }, 'The simulator is reset to its state at the start.')}>Reset the simulator<//>
    <//>`
}
