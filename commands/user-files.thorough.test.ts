import t from 'tap'
import { runVskit } from './testing.ts'
import {
  CUT,
  NONE,
  NOWHERE,
  type Refusal,
  UNWRITABLE,
  testRefusals,
  userFiles,
} from './testing/user-files.ts'

const REFUSALS: Refusal[] = [
  { command: 'conformance --target dir', says: /dir: one thing is wrong\n {2}- it is a folder/ },
  {
    command: 'conformance --target empty.json',
    says: /empty\.json: one thing is wrong\n {2}- it is not JSON: Unexpected end/,
  },
  { command: 'conformance --target cut.json --ca-file none', says: NONE },
  { command: 'conformance diff none none', says: NONE },
  { command: 'conformance init no/x', says: UNWRITABLE },
  { command: 'verify cut.json --offline cut.json none', says: CUT },
  { command: 'check-integration --config cut.json', says: /cut\.json:\n {2}- it is not JSON: / },
  {
    command: `check-integration --webhook ${NOWHERE}/ --report-json no/x`,
    says: UNWRITABLE,
  },
  { command: 'bench image --target none', says: NONE },
  {
    command: 'bench image --target cut.json --out cut.json/out',
    says: /cut\.json\/out cannot be written: a part of its path is not a folder/,
  },
]
const folder = userFiles(t)

testRefusals(t, REFUSALS, (args) => runVskit(t, args, { cwd: folder }))
