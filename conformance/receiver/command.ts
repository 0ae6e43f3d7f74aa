import { createInterface } from 'node:readline'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type SignatureSettings, isRefused, jsonDelivery, readableDelivery } from './print.ts'
import { Receiver } from './receiver.ts'
import { secretBytes } from './signature.ts'

interface Flags {
  host: string
  port: number
  secret?: string
  signatureHeader: string
  answer: number
  delay: number
  json?: boolean
}

/** `vskit receiver`: prints webhooks as they come, until SIGINT or SIGTERM. */
export function receiverCommand(): Command {
  return new Command('receiver')
    .description('Receives webhooks over HTTPS and prints them.')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on (0 selects a free one)', whole(0, 65_535), 4010)
    .addOption(
      new Option('--secret <whsec>', 'signing secret that verifies the signatures').env(
        'VSKIT_WEBHOOK_SECRET',
      ),
    )
    .option(
      '--signature-header <name>',
      'header that contains the signature',
      'X-Webhook-Signature',
    )
    .option('--answer <status>', 'response status of each delivery', whole(200, 599), 200)
    .option('--delay <milliseconds>', 'before answering', whole(0, 600_000), 0)
    .option('--json', 'print one line of JSON for each delivery')
    .action((flags: Flags, command: Command) =>
      run(flags).catch((error: NodeJS.ErrnoException) => {
        const advice =
          error.code === 'EADDRINUSE'
            ? `port ${flags.port} is taken; choose another one with --port, or 0 for a free one`
            : error.message
        const name = error instanceof InvalidArgumentError ? 'error' : 'vskit receiver'
        command.error(`${name}: ${advice}`)
      }),
    )
}

async function run(flags: Flags): Promise<void> {
  // Not the parser of the option: commander would repeat the secret in its error.
  if (flags.secret !== undefined && !secretBytes(flags.secret)) {
    throw new InvalidArgumentError(
      '--secret: expected whsec_ and the base64 of 32 bytes, as the service showed it once',
    )
  }
  const settings: SignatureSettings = {
    header: flags.signatureHeader,
    ...(flags.secret !== undefined && { secret: flags.secret }),
  }
  const receiver = await Receiver.start({
    host: flags.host,
    port: flags.port,
    onDelivery: (delivery) =>
      console.log(
        flags.json ? jsonDelivery(delivery, settings) : readableDelivery(delivery, settings),
      ),
  })
  const settled = { status: flags.answer, delayMs: flags.delay }
  // A receiver that accepts unsigned deliveries would hide an error of the sender.
  receiver.answer((delivery) =>
    isRefused(delivery, settings) ? { ...settled, status: 400 } : settled,
  )
  console.log(
    flags.json
      ? JSON.stringify({ listening: receiver.url })
      : `Listening at ${receiver.url} with a self-signed certificate; Ctrl-C ends it.\nPaste a signing secret (whsec_...) to check signatures: a delivery without a valid signature gets a 400.\n`,
  )
  learnSecret(settings)
  const stop = (): void => {
    receiver.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/**
 * Reads a secret that is pasted into the terminal: a subscription shows it only after the receiver
 * has started.
 */
function learnSecret(settings: SignatureSettings): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const secret = line.trim()
    if (secret === '') return
    if (secretBytes(secret)) {
      settings.secret = secret
      console.error('Signatures are checked with this secret from now on.')
    } else console.error('Expected a signing secret: whsec_ and the base64 of 32 bytes.')
  })
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
    }
    return value
  }
}
