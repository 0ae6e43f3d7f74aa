import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { signWebhook } from '../../library/verify-webhook.ts'
import { checkIntegrationCommand } from '../command.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let shown = ''

/** What the command has written to standard error. */
export const shownText = (): string => shown

/** Runs the command in this process. */
export async function run(...args: string[]): Promise<{ out: string; err: string; code: number }> {
  let [out, err, code] = ['', '', -1]
  shown = ''
  const command = checkIntegrationCommand({
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
      shown += text
    },
    terminal: false,
    color: false,
    exit: (n) => {
      code = n
    },
  })
  await command.parseAsync(args, { from: 'user' })
  return { out, err, code }
}

/** A receiver with a given response. */
export async function receiver(
  t: Test,
  answer: (body: Buffer, request: IncomingMessage) => number | Promise<number>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    response.writeHead(await answer(await buffer(request), request)).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

export const signed = (body: Buffer, { headers }: IncomingMessage): boolean =>
  String(headers['x-webhook-signature']).split(' ').includes(signWebhook(body, SECRET))
