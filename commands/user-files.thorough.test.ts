import t from 'tap'
import { runVskit } from './testing.ts'
import {
  CUT,
  ENCODING,
  NONE,
  NOWHERE,
  type Refusal,
  UNWRITABLE,
  testRefusals,
  userFiles,
} from './testing/user-files.ts'

const REFUSALS: Refusal[] = [
  { command: 'conformance --target dir', says: /dir: 1 problem\n {2}- it is a folder/ },
  {
    command: 'conformance --target empty.json',
    says: /empty\.json: 1 problem\n {2}- it is not JSON: Unexpected end/,
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
  {
    command: 'conformance --target cut.json',
    says: /cut\.json: 1 problem\n {2}- it is not JSON: Expected ','/,
  },
  { command: 'conformance diff cut.json none', says: CUT },
  { command: 'conformance --target utf16.json', says: ENCODING },
  { command: 'conformance --target bom.json', says: /bom\.json: 1 problem\n.*regions/ },
  { command: 'check-integration --config utf16.json', says: ENCODING },
  { command: `verify none --region us=${NOWHERE} --retries 0`, says: NONE },
  { command: 'spec diff --base one.json --head one.json --json no/x', says: UNWRITABLE },
  { command: 'check-integration --config none', says: NONE },
  { command: 'bench image --target cut.json', says: CUT },
]
const folder = userFiles(t)

testRefusals(t, REFUSALS, (args) => runVskit(t, args, { cwd: folder }))
