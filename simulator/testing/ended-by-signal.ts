import { once } from 'node:events'
import { connect } from 'node:net'
import type { Test } from 'tap'
import { data } from './control-client.ts'
import { simulatorProcess } from './process.ts'
import { demoKey } from './simulator.ts'

interface Session {
  id: string
  status: string
}

/** Sends half of a request: `rest` sends the other half and resolves with the response. */
export async function halfSent(
  base: string,
  key: string,
): Promise<{ rest: () => Promise<string> }> {
  const body = JSON.stringify({ metadata: { late: 'é' } })
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve())
  })
  socket.write(
    `POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: application/json\r\nExpect: 100-continue\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 9)}`,
  )
  // Wait for the request's arrival, not for a time: the machine may be busy.
  while (!answer.endsWith('\r\n\r\n')) await once(socket, 'data')
  answer = answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '')
  return {
    rest: async () => {
      socket.write(body.slice(9))
      await closed
      return answer
    },
  }
}

/**
 * Ends a simulator by a signal during requests, and expects their responses and their effects.
 * @param folder has a `world.json`, and receives the data of the simulator
 */
export async function endDuringRequests(
  t: Test,
  folder: string,
  signal: 'SIGTERM' | 'SIGINT',
): Promise<void> {
  const args = ['--data-dir', `${folder}/${signal}`, '--world', `${folder}/world.json`]
  const running = await simulatorProcess(t, args)
  const acme = running.client(demoKey('org_acme'))
  const kept = data<Session>(await acme('POST', '/v1/sessions', {})).id
  const requests = await Promise.all(
    Array.from({ length: 5 }, () =>
      halfSent(running.ready.regions.us.base_url, demoKey('org_acme')),
    ),
  )
  const ended = running.kill(signal)
  await running.stderr(/closing\n/)
  await t.rejects(acme('GET', '/v1/sessions'), 'no new connection is accepted')
  const answers = await Promise.all(requests.map(({ rest }) => rest()))
  const { code, stderr } = await ended
  t.equal(code, 0)
  t.equal(stderr, `${signal}: closing\n`)
  const ids = answers.map((answer) => {
    t.match(answer, /^HTTP\/1\.1 201 Created\r\n/)
    t.match(answer, '"late":"é"')
    return /"id":"(vs_\w+)"/.exec(answer)![1]!
  })
  const again = await simulatorProcess(t, args)
  const reader = again.client(demoKey('org_acme'))
  for (const id of [kept, ...ids]) t.equal((await reader('GET', `/v1/sessions/${id}`)).status, 200)
}
