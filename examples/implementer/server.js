import { createServer } from 'node:http'
import { refusal } from './errors.js'
import { handle } from './router.js'

/** Each region has its own address. */
const PORTS = { us: process.env.US_PORT ?? 4101, eu: process.env.EU_PORT ?? 4102 }

for (const [region, port] of Object.entries(PORTS)) {
  const server = createServer(async (request, response) => {
    const answer = await handle(region, request).catch((error) => refusal(error))
    send(response, answer)
  })
  server.once('error', ({ code, message }) => {
    console.error(
      code === 'EADDRINUSE'
        ? `Port ${port} is in use. Set ${region.toUpperCase()}_PORT to another one.`
        : message,
    )
    process.exit(1)
  })
  server.listen(Number(port), '127.0.0.1', () =>
    console.log(`${region} listens at http://127.0.0.1:${server.address().port}`),
  )
}

function send(response, { status, headers, body }) {
  const isJson = body !== undefined && !Buffer.isBuffer(body)
  const content = isJson ? JSON.stringify(body) : (body ?? '')
  response.writeHead(status, {
    ...(isJson && { 'Content-Type': 'application/json' }),
    'Content-Length': Buffer.byteLength(content),
    ...headers,
  })
  response.end(content)
}
