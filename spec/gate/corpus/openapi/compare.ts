import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diffContracts } from '../../diff.ts'
import { loadContract } from '../../load/load-contract.ts'
import { openSource } from '../../load/source.ts'
import { openapiPairs, reasonOf, type OasdiffVerdict, type Pair, type Verdict } from './pairs.ts'

/**
 * Classifies the pairs of this folder with the gate alone and with oasdiff, and prints the
 * differences: `node spec/gate/corpus/openapi/compare.ts PATH_OF_OASDIFF`. With `--write`, the
 * verdicts of oasdiff are written to `oasdiff.json`.
 */
const [program, option] = process.argv.slice(2)
if (program === undefined) throw new Error('Pass the path of oasdiff.')

const LEVELS: readonly Verdict[] = ['same', 'safe', 'risky', 'breaking']
const folder = mkdtempSync(join(tmpdir(), 'vskit-gate-compare-'))
const verdicts: Record<string, OasdiffVerdict> = {}
let followed = 0
for (const pair of openapiPairs()) {
  const theirs = byOasdiff(pair)
  verdicts[pair.name] = theirs
  const own = await byGate(pair)
  if (own === theirs) followed++
  else if ((own === 'breaking') !== (theirs === 'breaking') || pair.expected !== own)
    console.log(
      `${pair.name}: gate ${own}, expected ${pair.expected}, oasdiff ${theirs}. ${reasonOf(pair, own, theirs) ?? 'NO REASON'}`,
    )
}
console.log(`${Object.keys(verdicts).length} pairs, ${followed} with the verdict of oasdiff`)
rmSync(folder, { recursive: true })
if (option === '--write')
  writeFileSync(join(import.meta.dirname, 'oasdiff.json'), `${JSON.stringify(verdicts, null, 1)}\n`)

/** `unread` if oasdiff cannot read the document, for example because of boolean schemas. */
function byOasdiff({ base, head }: Pair): OasdiffVerdict {
  const { status, stdout } = spawnSync(
    program!,
    ['changelog', '--format', 'json', ...write(base, head)],
    { encoding: 'utf8' },
  )
  if (status !== 0) return 'unread'
  const found = (stdout.trim() === '' ? [] : JSON.parse(stdout)) as { level: number }[]
  return LEVELS[Math.max(0, ...found.map(({ level }) => level))]!
}

async function byGate({ base, head }: Pair): Promise<Verdict> {
  const [before, after] = write(base, head).map((file) =>
    loadContract(openSource(file, folder, folder)),
  )
  const [gravest] = await diffContracts(before!, after!)
  return gravest?.severity ?? 'same'
}

function write(...documents: object[]): string[] {
  return documents.map((document, index) => {
    const file = join(folder, `${index}.json`)
    const text = JSON.stringify(document)
    writeFileSync(file, text)
    return file
  })
}
