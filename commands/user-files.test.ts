import { join } from 'node:path'
import t from 'tap'
import { simulatorCommand } from '../simulator/command.ts'
import { refusedBy } from '../simulator/testing/refused.ts'
import { clockCommand } from './clock.ts'
import { eventsCommand } from './events.ts'
import { snapshotCommand } from './snapshot.ts'
import {
  ENCODING,
  FOLDER,
  NONE,
  NOWHERE,
  type Refusal,
  UNWRITABLE,
  testRefusals,
  userFiles,
} from './testing/user-files.ts'

// More files for the commands that run as processes: user-files.thorough.test.ts.

const HERE: Refusal[] = [
  { command: 'simulator --config none', says: NONE },
  { command: 'simulator --config dir', says: FOLDER },
  { command: 'simulator --config empty.json', says: /empty\.json is not JSON: .*usPort/ },
  { command: 'simulator --config utf16.json', says: ENCODING },
  {
    command: 'simulator --world comma.json',
    says: /comma\.json is not JSON: .*\(line 3 column 5\)\./,
  },
  { command: 'simulator --config controls.json', says: /is not JSON: .*\\u\{1b\}\[2J/ },
  { command: 'simulator --config bom.json', says: /is not a valid configuration:\n.*name/ },
  { command: 'simulator --world utf16.json', says: ENCODING },
  { command: 'simulator --world bom.json', says: /is not a valid world file/ },
  { command: 'simulator --world none', says: /none cannot be read: there is no such file/ },
  {
    command: 'simulator --https --ca-file no/x --admin-port 0 --us-port 0 --eu-port 0',
    says: UNWRITABLE,
  },
  { command: `snapshot import none --control ${NOWHERE}`, says: NONE },
  { command: `snapshot import dir --control ${NOWHERE}`, says: FOLDER },
  {
    command: `snapshot import ${'x'.repeat(300)} --control ${NOWHERE}`,
    says: /x cannot be read: its name is too long\. Name another file\./,
  },
  { command: `events list --control https://127.0.0.1:9 --ca-file none`, says: NONE },
  { command: `events list --control ${NOWHERE} --ca-file none`, says: NONE },
  {
    command: `events list --control ${NOWHERE} --ca-file empty.json`,
    says: /holds no certificate in PEM/,
  },
]
const COMMANDS = { simulator: simulatorCommand, snapshot: snapshotCommand, events: eventsCommand }
const FILES = [
  'none',
  'dir',
  'empty.json',
  'no/x',
  'utf16.json',
  'bom.json',
  'controls.json',
  'comma.json',
]
const folder = userFiles(t)

testRefusals(t, HERE, (args) => {
  const [name, ...rest] = args
  const paths = rest.map((arg) => (FILES.includes(arg) ? join(folder, arg) : arg))
  return refusedBy(COMMANDS[name as keyof typeof COMMANDS](), paths)
})

t.test('the clock cannot be advanced by a negative duration', async (t) => {
  for (const duration of ['-5s', '-5', '-0.5h']) {
    const { code, stderr } = await refusedBy(clockCommand(), ['advance', duration])
    t.match(
      stderr,
      /^error: .*'-.*The clock cannot be advanced by a negative duration\. .*set TIME/,
    )
    t.equal(code, 1)
  }
  const { stderr } = await refusedBy(clockCommand(), ['advance', '--jsno', '5s'])
  t.match(stderr, /^error: .*--jsno/, 'a misspelt flag is a usage error')
})
