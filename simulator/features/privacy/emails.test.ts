import t from 'tap'
import type { Ports } from '../../ports.ts'
import type { Change } from '../../store/records.ts'
import { simulatorFor } from '../../testing/simulator.ts'
import { EMAIL, email, sendEmail } from './emails.ts'
import { countDocuments } from '../../store/testing/count-documents.ts'

const SCOPE = 'us/live/org_acme'

t.test('an e-mail that is erased while it is sent is not written again', async (t) => {
  const { ports } = await simulatorFor(t)
  const message = { session_id: null, kind: 'k', to: 'a@b.example', subject: 's', text: 't' }
  const [put, planned] = email(ports, SCOPE, 'live', 0, message) as [Change, Change]
  if (put.type !== 'put' || planned.type !== 'schedule') throw new Error('not queued')
  await ports.records.write([put])
  const { records } = ports
  const erasing = {
    read: async (scope: string, kind: string, id: string) => {
      const found = await records.read(scope, kind, id)
      if (found) await records.write([{ type: 'remove', scope, kind, id }])
      return found
    },
    write: (changes: Change[]) => records.write(changes),
  }
  await sendEmail({ ...ports, records: erasing as unknown as Ports['records'] }, planned.job, 1)
  t.equal(await countDocuments(ports.records, SCOPE, EMAIL), 0)
})
