import { loadCatalogue } from '../conformance/check/catalogue.ts'
import { Redactor } from '../conformance/http/redactor.ts'
import { HtmlReporter } from '../conformance/report/html.ts'
import { JsonReporter } from '../conformance/report/json.ts'
import { JunitReporter } from '../conformance/report/junit.ts'
import type { Reporter, Sink } from '../conformance/report/reporter.ts'
import { checkWritable, saveReport } from '../conformance/report/saved.ts'
import { TerminalReporter } from '../conformance/report/terminal.ts'
import type { RunReport } from '../conformance/run/result.ts'
import { RunEnd } from '../conformance/run/run-end.ts'
import { didYouMean } from '../spec/similar-names.ts'
import { sharedFile } from '../library/file-errors.ts'
import type { Area, Check } from './check.ts'
import { CHECKS } from './checks/all.ts'
import { type Config, loadConfig } from './config.ts'
import { Driver } from './driver/driver.ts'
import { coveredDuties } from './lists.ts'
import { probeReceiver } from './run/probe.ts'
import { receiverClient, runIntegration } from './run/run.ts'
import { Service } from './service/service.ts'

export { dutiesText, listText } from './lists.ts'

/** The parts of the process that the command uses. */
export interface Io {
  out: Sink
  err: Sink
  terminal: boolean
  /** Progress as lines on standard error, which is not a terminal. */
  progressLines?: boolean
  color: boolean
  exit: (code: number) => void
  /**
   * Calls `stop` at the first signal that ends the process, with its exit code.
   * @returns a function that removes the listeners
   */
  onSignal?: (stop: (signal: string, code: number) => void) => () => void
  /** Ends the process after a run that was ended early. */
  leave?: () => void
}

export interface Flags {
  drive?: string
  webhook?: string
  secret?: string
  config?: string
  only?: string[]
  area?: Area[]
  strict?: boolean
  trace?: boolean
  log?: boolean
  reportJson?: string
  reportJunit?: string
  reportHtml?: string
  answerWithin: number
  patience: number
  timeout: number
  wait: number
  limit: number
}

/** Runs the checks against the receiver and the backend. */
export async function judge(io: Io, flags: Flags): Promise<void> {
  const ids = CHECKS.map(({ id }) => id)
  const checks = selected(flags)
  const config = loadConfig(flags.config, ids)
  const command = flags.drive ?? config.drive
  if (command?.trim() === '')
    throw new Error(
      '--drive: the command is empty; expected one such as "node drive.js" (a variable of your shell may be unset)',
    )
  const given = urlOf(flags.webhook ?? config.webhook)
  if (command === undefined && given === undefined)
    throw new Error(
      'nothing to judge: name your receiver with --webhook URL, your backend with --drive COMMAND, or both',
    )
  const redactor = new Redactor()
  const hidden =
    (write: Sink): Sink =>
    (text) =>
      write(redactor.text(text))
  const reporters = reportersOf(io, flags, hidden)
  const end = new RunEnd()
  const aborted = new AbortController()
  let signalCode: number | undefined
  const forgetSignals = io.onSignal?.((signal, code) => {
    signalCode = code
    end.now(`the run was ended by ${signal}`)
    aborted.abort()
  })
  const service = await Service.start(flags.secret)
  let driver: Driver | undefined
  try {
    service.ordinary()
    if (command !== undefined)
      driver = await Driver.start(command, {
        env: service.environment,
        timeoutMs: flags.timeout * 1000,
        signal: aborted.signal,
        ...(flags.log && { onLog: (line) => hidden(io.err)(`  ${line}\n`) }),
      })
    const webhook = given ?? urlOf(driver?.ready.webhook)
    if (webhook) await end.orEnd(reach(io, flags, config, service, webhook, driver === undefined))
    const report: RunReport = await runIntegration({
      end,
      name: config.name ?? command ?? webhook!.href,
      service,
      driver,
      webhook,
      scheme: config.scheme,
      checks,
      catalogue: loadCatalogue(),
      redactor,
      reporters,
      expectedFailures: config.expectedFailures,
      answerWithinMs: flags.answerWithin * 1000,
      patienceMs: flags.patience * 1000,
      limitMs: flags.limit * 1000,
      strict: flags.strict ?? false,
    })
    io.exit(signalCode ?? report.exit_code)
  } catch (error) {
    if (signalCode === undefined) throw error
    io.exit(signalCode)
  } finally {
    await driver?.close()
    await service.close()
    forgetSignals?.()
  }
  if (end.because !== undefined) io.leave?.()
}

/** Waits for the receiver. Without a driver, first prints the variables of the service. */
async function reach(
  io: Io,
  { secret, wait, answerWithin }: Flags,
  { scheme }: Config,
  service: Service,
  webhook: URL,
  isAlone: boolean,
): Promise<void> {
  if (isAlone) {
    const { VSKIT_WEBHOOK_SECRET: generated, ...others } = service.environment
    const variables = {
      ...others,
      ...(secret === undefined && { VSKIT_WEBHOOK_SECRET: generated }),
    }
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
    io.err(
      `Start your receiver with these variables; it has ${wait} s. Only a receiver that makes no requests can do without VSKIT_URL and VSKIT_KEY:\n\n${lines.join('\n')}\n\n`,
    )
  }
  const client = receiverClient(answerWithin * 1000)
  try {
    await probeReceiver(client, webhook, scheme, service.secret, wait * 1000)
  } finally {
    client.close()
  }
}

function reportersOf(io: Io, flags: Flags, hidden: (write: Sink) => Sink): Reporter[] {
  const reporters: Reporter[] = [
    new TerminalReporter({
      out: hidden(io.out),
      color: io.color,
      trace: flags.trace ?? false,
      ...(io.terminal && { progress: hidden(io.err) }),
      ...(io.progressLines && { progressLines: hidden(io.err) }),
    }),
  ]
  const shared = sharedFile({
    '--report-json': flags.reportJson,
    '--report-junit': flags.reportJunit,
    '--report-html': flags.reportHtml,
  })
  if (shared !== undefined) throw new Error(shared)
  const files: [string | undefined, (write: Sink) => Reporter][] = [
    [flags.reportJson, (write) => new JsonReporter(write)],
    [flags.reportJunit, (write) => new JunitReporter(write)],
    [flags.reportHtml, (write) => new HtmlReporter(write, coveredDuties(), {})],
  ]
  for (const [file, reporter] of files) {
    if (file === undefined) continue
    checkWritable(file)
    reporters.push(reporter(hidden((text) => saveReport(file, text))))
  }
  return reporters
}

function selected({ only, area }: Flags): readonly Check[] {
  const ids = CHECKS.map(({ id }) => id)
  for (const id of only ?? [])
    if (!ids.includes(id))
      throw new Error(
        `there is no check "${id}".${didYouMean(id, ids, '"')} (vskit check-integration list shows all)`,
      )
  const chosen = CHECKS.filter(
    (check) => (only?.includes(check.id) ?? true) && (area?.includes(check.area) ?? true),
  )
  if (chosen.length === 0) throw new Error('no check matches both --only and --area')
  return chosen
}

function urlOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new Error(
      `--webhook: expected a URL such as http://127.0.0.1:3000/webhooks, got "${text}"`,
    )
  return new URL(text)
}
