import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type Connection, dataOf } from '../library/connection.ts'
import { whenParentEnds } from '../library/environment/parent.ts'
import { textOf, unreadable, unwritable } from '../library/file-errors.ts'
import { presentAddress } from '../library/find-control.ts'
import { isOtherScheme, isUntrusted } from '../library/http-client.ts'
import { listen } from '../library/listen.ts'
import { replaceFile } from '../library/replace-file.ts'
import { EVENT_TYPES } from '../library/trigger.ts'
import type { ForwardedWebhook, ListenOptions, Listener } from '../library/types/webhooks.ts'
import type { Mode } from '../spec/generated/wire.ts'
import { didYouMean } from '../spec/similar-names.ts'
import { httpUrl } from './http-url.ts'
import {
  type RunningFlags,
  action,
  connectToHealthy,
  forRunningSimulator,
  organizationFor,
} from './running-simulator.ts'

interface Flags extends RunningFlags {
  forwardTo?: string
  events?: string[]
  organization?: string
  mode: Mode
  route: Record<string, string>
  printSecret?: boolean
  secretFile?: string
  secretName?: string
  envFile?: string
  envName?: string
  stopWithParent?: boolean
}

/** Delay between attempts to reconnect to a lost simulator. */
const AGAIN_MS = 500
/** A simulator that starts again writes its address and its certificate authority to files after it listens. */
const FILES_MS = 5000

const application = httpUrl('a URL such as http://localhost:3000/webhooks')

/** `vskit listen`: delivers webhooks to an application on plain HTTP, until SIGINT or SIGTERM, or the end of the parent. */
export function listenCommand(): Command {
  const command = new Command('listen')
    .description(
      'Delivers webhooks of the running simulator to an application on plain HTTP: the same bytes, headers and retries as over HTTPS.',
    )
    .option(
      '--forward-to <url>',
      'URL of the application; without it, webhooks are only printed',
      application,
    )
    .addOption(
      new Option('--route <type=url>', 'another URL for one event type; may be repeated')
        .argParser(route)
        .default({}, 'none'),
    )
    .option('--events <types>', 'only these event types, separated by commas', list)
    .option('--organization <id>', 'organization (default: the first)')
    .addOption(
      new Option('--mode <mode>', 'mode of the webhooks').choices(['test', 'live']).default('test'),
    )
    .option('--print-secret', 'print the signing secret and exit; it is stable')
    .option('--secret-file <file>', 'write the signing secret into this .env file')
    .option(
      '--secret-name <name>',
      'name of the variable in it (default: "VSKIT_WEBHOOK_SECRET")',
      variable,
    )
    .option('--stop-with-parent', 'unsubscribe and exit when the parent process ends')
    // Former names. Node.js takes --env-file for its own, also behind the script, and ends if there is no such file.
    .addOption(new Option('--env-file <file>').hideHelp())
    .addOption(new Option('--env-name <name>').argParser(variable).hideHelp())
  return forRunningSimulator(command).action(action('listen', run))
}

async function run(flags: Flags): Promise<void> {
  let connection = await connectToHealthy(flags)
  const organization = await organizationFor(connection, flags.organization)
  const { secret } = await dataOf<{ secret: string }>(
    connection,
    'GET',
    `/organizations/${organization}/forwarder_secret?mode=${flags.mode}`,
  )
  const place = placeOf(flags)
  if (place) await writeVariable(place, secret)
  if (flags.printSecret) {
    console.log(flags.json ? JSON.stringify({ secret }) : secret)
    return
  }
  const options: ListenOptions = {
    mode: flags.mode,
    routes: flags.route,
    ...(flags.events && { events: flags.events as NonNullable<ListenOptions['events']> }),
    ...(flags.forwardTo === undefined ? { handler: () => 200 } : { forwardTo: flags.forwardTo }),
    onDelivery: flags.json ? printJson : print,
  }
  // The connection does not keep the process alive.
  setInterval(() => undefined, 2 ** 30)
  let listener = await listen(connection, organization, options)
  let stopping = false
  const stop = (): void => {
    stopping = true
    listener.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  if (flags.stopWithParent) whenParentEnds(stop)
  announce(flags, organization, listener)
  for (;;) {
    await listener.ended
    if (stopping) return
    note(flags, 'disconnected', 'The simulator has closed the connection; waiting to reconnect.')
    // The address stays: without the old simulator, another one could be the default.
    const control = new URL(connection.controlUrl).origin
    await connection.close()
    ;({ connection, listener } = await again({ ...flags, control }, organization, options))
    note(flags, 'connected', 'Connected again.')
  }
}

function note({ json }: Flags, kind: string, text: string, reason?: string): void {
  if (json) console.log(JSON.stringify({ kind, reason }))
  else console.error(text)
}

/**
 * Reconnects, and reports each new reason why that fails. Reads the address and the certificate authority again at each attempt:
 * after a restart, a simulator may serve HTTPS instead of HTTP, and one in memory has another authority.
 * @throws {Error} when the certificate stays untrusted, or the scheme of the simulator is not the known one
 */
async function again(
  flags: Flags & { control: string },
  organization: string,
  options: ListenOptions,
): Promise<{ connection: Connection; listener: Listener }> {
  let told = ''
  let changedSince: number | undefined
  for (;;) {
    let connection: Connection | undefined
    const control = presentAddress(flags.control)
    try {
      connection = await connectToHealthy({ ...flags, control })
      return { connection, listener: await listen(connection, organization, options) }
    } catch (error) {
      await connection?.close()
      const { message } = error as Error
      const remedy = remedyFor(error, control)
      changedSince = remedy === undefined ? undefined : (changedSince ?? Date.now())
      if (changedSince !== undefined && Date.now() - changedSince > FILES_MS)
        throw new Error(remedy, { cause: error })
      if (message !== told)
        note(flags, 'reconnect_failed', `Could not reconnect: ${message}`, message)
      told = message
      await sleep(AGAIN_MS)
    }
  }
}

/** Returns why a simulator that was started again cannot be reached with the known address and authority, and what to do. */
function remedyFor(error: unknown, control: string): string | undefined {
  if (isUntrusted(error))
    return `The simulator has another certificate authority than before. ${(error as Error).message} Then start 'vskit listen' again. With --data-dir, a simulator keeps its authority.`
  if (!isOtherScheme(error)) return undefined
  const { protocol, host } = new URL(control)
  return protocol === 'https:'
    ? `The simulator at ${host} no longer serves HTTPS. Start 'vskit listen' again with --control http://${host}.`
    : `The simulator at ${host} now serves HTTPS. Start 'vskit listen' again with --control https://${host} --ca-file FILE; 'vskit simulator --https --ca-file FILE' writes the file.`
}

function announce(flags: Flags, organization: string, { secret, subscriptionId }: Listener): void {
  const ready = {
    kind: 'ready',
    organization,
    mode: flags.mode,
    subscription_id: subscriptionId,
    secret,
  }
  if (flags.json) return console.log(JSON.stringify(ready))
  const to = flags.forwardTo === undefined ? '' : ` They are forwarded to ${flags.forwardTo}.`
  const place = placeOf(flags)
  const where = place
    ? `The signing secret is in ${place.file} as ${place.name}.`
    : `The signing secret is ${secret}.`
  console.log(
    `Listening for webhooks of ${organization} in ${flags.mode} mode.${to}\n${where}\nPress Ctrl-C to stop and unsubscribe.\n`,
  )
}

function print({ webhook, url, result }: ForwardedWebhook): void {
  if (!result) {
    const to = url === undefined ? '' : ` to ${url}`
    return console.log(`--> ${webhook.type} ${webhook.sessionId ?? webhook.id}${to}`)
  }
  const outcome = 'status' in result ? String(result.status) : `${result.error}: ${result.reason}`
  console.log(`<-- ${outcome} ${result.milliseconds}ms`)
}

function printJson({ webhook, url, result }: ForwardedWebhook): void {
  const { id, type, sessionId, body, headers } = webhook
  console.log(
    JSON.stringify(
      result
        ? { kind: 'result', id, type, session_id: sessionId, ...result }
        : { kind: 'delivery', id, type, session_id: sessionId, url, headers, body },
    ),
  )
}

interface Place {
  file: string
  name: string
}

/** Returns the place for the secret, if one was given. */
function placeOf({ secretFile, envFile, secretName, envName }: Flags): Place | undefined {
  const file = secretFile ?? envFile
  return file === undefined
    ? undefined
    : { file, name: secretName ?? envName ?? 'VSKIT_WEBHOOK_SECRET' }
}

/**
 * Sets one variable in a file of variables, and keeps the rest. Creates the file if needed.
 * Readers differ in which of two lines with one name they use, so all of them get the value.
 */
async function writeVariable({ file, name }: Place, value: string): Promise<void> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw unreadable(file, error)
  })
  const text = textOf(file, bytes)
  const line = `${name}=${value}`
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const assigned = new RegExp(`^\\s*(export\\s+)?${name}\\s*=\\s*(.*)`)
  let isSet = false
  for (const [at, before] of lines.entries()) {
    const [match, exported = '', old = ''] = assigned.exec(before) ?? []
    if (match === undefined) continue
    if (/^(["'`])(?!.*\1)/.test(old))
      throw new Error(
        `${file} has a value of ${name} on several lines. Remove it, and run the command again.`,
      )
    lines[at] = exported + line
    isSet = true
  }
  if (!isSet) lines.push(line)
  try {
    await replaceFile(file, (output) => pipeline([`${lines.join('\n')}\n`], output))
  } catch (error) {
    throw unwritable(file, error)
  }
}

function route(text: string, routes: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1)
    throw new InvalidArgumentError(
      'Expected an event type, = and a URL, such as kyc.session.completed=http://localhost:3000/hook.',
    )
  return { ...routes, [eventType(text.slice(0, at))]: application(text.slice(at + 1)) }
}

function list(text: string): string[] {
  return text.split(',').map((part) => eventType(part.trim()))
}

function eventType(text: string): string {
  if (!EVENT_TYPES.includes(text))
    throw new InvalidArgumentError(
      `There is no event type '${text}'.${didYouMean(text, EVENT_TYPES)} Expected one of: ${EVENT_TYPES.join(', ')}`,
    )
  return text
}

function variable(text: string): string {
  if (!/^[A-Za-z_]\w*$/.test(text))
    throw new InvalidArgumentError(
      'Expected the name of a variable: letters, digits and _, such as WEBHOOK_SECRET.',
    )
  return text
}
