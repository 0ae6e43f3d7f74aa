/**
 * Fastify with one route, as a user would write it, with or without its plugins for bearer keys and
 * rate limits. Its first message holds the response; it prints its port. It ends with the bench.
 */
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { Call } from '../load/paths.ts'
import type { RecordedAnswer } from '../measure/recording.ts'

export interface FastifyOrder {
  answer: RecordedAnswer
  method: Call['method']
  key: string
  plugins: boolean
}

/** High enough never to refuse. */
const NO_LIMIT = 1_000_000_000

process.once('message', (order: FastifyOrder) => {
  void serve(order)
})
process.on('disconnect', () => process.exit())

async function serve({ answer, method, key, plugins }: FastifyOrder): Promise<void> {
  const app = fastify({ logger: false, keepAliveTimeout: answer.keepAliveMs })
  // The plugin sets these headers itself.
  const headers = headersOf(answer).filter(
    ([name]) => !plugins || !name.toLowerCase().startsWith('x-ratelimit-'),
  )
  const body = Buffer.from(answer.body, 'base64')
  if (plugins) await limited(app, key, answer)
  const found = new Map([['bench', body]])
  app.route({
    method,
    url: '/*',
    handler: (_request, reply) => {
      void reply.code(answer.status)
      for (const [name, value] of headers) void reply.header(name, value)
      return reply.send(found.get('bench'))
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send!({ port: (app.server.address() as AddressInfo).port })
}

async function limited(
  app: FastifyInstance,
  key: string,
  { status, body }: RecordedAnswer,
): Promise<void> {
  const { default: bearerAuth } = await import('@fastify/bearer-auth')
  const { default: rateLimit } = await import('@fastify/rate-limit')
  await app.register(bearerAuth, { keys: new Set([key]), addHook: true })
  const refusal = JSON.parse(
    status === 429 ? Buffer.from(body, 'base64').toString() : '{}',
  ) as object
  await app.register(rateLimit, {
    max: status === 429 ? 1 : NO_LIMIT,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.headers.authorization ?? request.ip,
    errorResponseBuilder: () => ({ statusCode: 429, ...refusal }),
  })
}

function headersOf({ headers }: RecordedAnswer): [name: string, value: string][] {
  return headers.flatMap((text, i) =>
    i % 2 === 0 ? [[text, headers[i + 1]!] as [string, string]] : [],
  )
}
