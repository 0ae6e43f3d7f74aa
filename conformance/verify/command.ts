import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { notJson, unreadable } from '../../library/file-errors.ts'
import { readAuthority } from '../http/authority.ts'
import { HttpClient } from '../http/client.ts'
import { MOST_BYTES, type Region, ask } from './ask.ts'
import { type Finding, type RegionResponse, type Verdict, judge } from './judge.ts'

/** Streams of the process that the command uses. */
export interface Io {
  out: (text: string) => void
  err: (text: string) => void
  exit: (code: number) => void
}

interface Flags {
  region: Region[]
  offline?: string[]
  json?: boolean
  caFile?: string
  timeout: number
  retries: number
}

const COULD_NOT_JUDGE = 2

const SENTENCES: Record<Finding, string> = {
  genuine: 'GENUINE: a signed document, and this is the file',
  test_record: 'NOT A SIGNED AGREEMENT: a record of test mode, without legal effect',
  rejected: 'NOT GENUINE: do not accept this file',
  incomplete: 'NOT A SEALED DOCUMENT',
  undecided: 'UNDECIDED: no verdict on this file yet',
  not_found: 'NOT FOUND in any region',
}

const processIo: Io = {
  out: (text) => {
    process.stdout.write(text)
  },
  err: (text) => {
    process.stderr.write(text)
  },
  exit: (code) => {
    process.exitCode = code
  },
}

/**
 * `vskit verify`: exit 0 if every file is a genuine live document, 1 if one is not, 2 if one could
 * not be judged.
 */
export function verifyCommand(io: Io = processIo): Command {
  const command = new Command('verify')
    .description(
      'Verifies signed files as a third party: asks every region, and verifies the seal itself.',
    )
    .argument('<file...>', 'signed files; only their hashes are sent')
    .addOption(
      new Option('--region <name=url>', 'a region to ask; repeat the option for each one')
        .argParser(regionOf)
        .default([], 'none'),
    )
    .option(
      '--offline <files...>',
      'use a saved verify response and a saved key set instead of requests',
    )
    .option('--json', 'for machines')
    .addOption(
      new Option(
        '--ca-file <file>',
        'certificate authority of the regions, in PEM, instead of those that Node.js trusts',
      ).env('VSKIT_CA_FILE'),
    )
    .option('--timeout <seconds>', 'time-out of one response', seconds, 15)
    .option(
      '--retries <times>',
      'further requests to a region that is unavailable, with increasing waits from 0.25 s to 8 s',
      times,
      4,
    )
    .addHelpText(
      'after',
      `
Exit: 0 every file is a genuine live document, 1 one is not, 2 one could not be
judged.
Example: vskit verify lease.pdf --region us=https://us.example`,
    )
  const say = (error: Error) => {
    const name = error instanceof InvalidArgumentError ? 'error' : 'vskit verify'
    command.configureOutput().outputError?.(`${name}: ${error.message}\n`, io.err)
  }
  command.action(async () => {
    try {
      const flags = command.opts<Flags>()
      const listen = listener(flags)
      const verdicts: (Verdict & { file: string })[] = []
      let unread = 0
      for (const file of command.processedArgs[0] as string[]) {
        const sha256 = await hashOf(file).catch((error: Error) => {
          unread++
          say(unreadable(file, error))
        })
        if (sha256 !== undefined)
          verdicts.push({ file, ...(await judge(sha256, await listen(sha256))) })
      }
      io.out(
        flags.json
          ? `${JSON.stringify({ files: verdicts }, null, 2)}\n`
          : verdicts.map(readable).join('\n'),
      )
      io.exit(exitCode(verdicts) || (unread > 0 ? COULD_NOT_JUDGE : 0))
    } catch (error) {
      say(error as Error)
      io.exit(COULD_NOT_JUDGE)
    }
  })
  return command
}

/** Returns the source of the responses. @throws {InvalidArgumentError} if the flags name no source, or two */
function listener({
  region,
  offline,
  caFile,
  timeout,
  retries,
}: Flags): (sha256: string) => Promise<RegionResponse[]> {
  if (offline) {
    if (region.length > 0)
      throw new InvalidArgumentError('--offline sends no requests. Remove --region')
    const [answer, keys] = offline
    if (answer === undefined || keys === undefined || offline.length > 2) {
      throw new InvalidArgumentError(
        '--offline takes two files: the saved response and the saved key set',
      )
    }
    const offlineResponse: RegionResponse = {
      region: 'offline',
      answer: readJson(answer),
      keys: readJson(keys),
    }
    return async () => [offlineResponse]
  }
  if (region.length === 0)
    throw new InvalidArgumentError(
      'name the regions to ask, each as --region us=https://us.example',
    )
  const client = new HttpClient({
    timeoutMs: timeout * 1000,
    maxBytes: MOST_BYTES,
    ...(caFile && { ca: readAuthority(caFile) }),
  })
  return (sha256) => Promise.all(region.map((one) => ask(client, one, sha256, retries)))
}

function exitCode(verdicts: Verdict[]): number {
  const found = verdicts.map(({ verdict }) => verdict)
  if (found.some((verdict) => verdict !== 'genuine' && verdict !== 'undecided')) return 1
  return found.includes('undecided') ? COULD_NOT_JUDGE : 0
}

/** Returns what to do about a file without a verdict. */
function nextStep({ verdict, regions }: Verdict): string {
  if (verdict !== 'undecided') return ''
  if (regions.some(({ status }) => status === null || status === 'verification_unavailable'))
    return '  Ask again when every region answers.\n'
  return regions.length === 1 && regions[0]!.finding === 'not_found'
    ? '  Another region may hold the document: name every region, each with --region NAME=URL.\n'
    : ''
}

function readable(result: Verdict & { file: string }): string {
  const { file, sha256, verdict, regions } = result
  const width = Math.max(...regions.map(({ region }) => region.length))
  return [
    `${file}\n  ${SENTENCES[verdict]}\n  SHA-256 ${sha256}\n`,
    ...regions.map(
      ({ region, status, detail }) =>
        `  ${printable(region).padEnd(width)}  ${printable(status ?? 'no usable response')}: ${printable(detail)}\n`,
    ),
    nextStep(result),
  ].join('')
}

/** Server output must not control the terminal. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?').slice(0, 300)
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function readJson(file: string): object {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    throw notJson(file, text, error)
  }
  throw new Error(`${file} does not contain a JSON object`)
}

function regionOf(text: string, before: Region[]): Region[] {
  const [, name, url] = /^([a-z0-9-]+)=(https?:\/\/.+)$/i.exec(text) ?? []
  if (name === undefined || !URL.canParse(url!)) {
    throw new InvalidArgumentError('Expected NAME=URL, such as us=https://us.example.')
  }
  if (before.some((one) => one.name === name))
    throw new InvalidArgumentError(`The region ${name} is named twice.`)
  const address = url!.replace(/\/+$/, '')
  const same = before.find((one) => one.url === address)
  if (same)
    throw new InvalidArgumentError(
      `The regions ${same.name} and ${name} have the same URL. Expected the URL of each region.`,
    )
  return [...before, { name, url: address }]
}

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 600))
    throw new InvalidArgumentError('Expected seconds, more than 0 and at most 600.')
  return value
}

function times(text: string): number {
  if (!/^\d$|^10$/.test(text)) throw new InvalidArgumentError('Expected a number from 0 to 10.')
  return Number(text)
}
