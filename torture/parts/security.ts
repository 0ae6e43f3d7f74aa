import { type Server, createServer } from 'node:net'
import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'
import type { Run } from '../run.ts'
import { INNER, MARKUP, PAGES } from '../security/addresses.ts'
import { rebindings } from '../security/isolated.ts'

/** A listener on this machine; any connection is a finding. */
async function trap(run: Run): Promise<{ port: number; touched: () => number }> {
  let touched = 0
  const server: Server = createServer((socket) => {
    touched++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  run.teardown(() => new Promise((resolve) => server.close(resolve)))
  return { port: (server.address() as { port: number }).port, touched: () => touched }
}

export const security: Part = {
  name: 'security',
  promise:
    'Webhooks do not reach private addresses, pages of other sites do not reach the control API, and text does not become markup.',
  cases: INNER.length + PAGES.length + MARKUP.length,
  share: 0.7,
  quick: true,
  async run(run) {
    const clients = new Clients(await run.simulator())
    const backend = await clients.organization()
    const { port, touched } = await trap(run)
    await proveTrap(run, port, touched)
    const counts = { refused: 0, accepted: 0 }
    const address = async (no: number): Promise<void> => {
      const url = `https://${INNER[no]!}:${port}/`
      const body = { url, events: ['kyc.session.expired'] }
      const made = await backend.ask('POST', '/v1/webhook-subscriptions', body)
      const before = touched()
      if (made.status === 422) counts.refused++
      else if (made.status === 201) {
        counts.accepted++
        const { id } = (JSON.parse(made.text) as { data: { id: string } }).data
        await backend.ask('POST', `/v1/webhook-subscriptions/${id}/test`)
        await clients.controlClient('POST', '/settle')
        await backend.ask('DELETE', `/v1/webhook-subscriptions/${id}`)
      } else run.fail(no, `${url}: ${made.status} ${made.text}`)
      run.expect(
        touched() === before,
        no,
        () => `a delivery to ${url} has connected to this machine`,
      )
    }
    const page = async (no: number): Promise<void> => {
      const headers = PAGES[no - INNER.length]!
      for (const [method, path] of [
        ['GET', '/control/v1/world'],
        ['POST', '/control/v1/reset'],
        ['POST', '/control/v1/clock/freeze'],
      ] as const) {
        const { status, text } = await clients.control.ask(method, path, encoded(headers))
        run.expect(
          status === 403 || status === 400,
          no,
          () =>
            `${method} ${path} with ${JSON.stringify(headers)}: ${status} ${text.slice(0, 200)}`,
        )
      }
      const { status } = await backend.ask('GET', '/v1/wallet')
      run.expect(status === 200, no, () => 'the organization is gone')
    }
    const markup = async (no: number): Promise<void> => {
      const text = MARKUP[no - INNER.length - PAGES.length]!
      const name = { family_name: text.slice(0, 100), given_names: [text.slice(0, 60)] }
      const title = text.slice(0, 100)
      const documents = [
        {
          id: 'd',
          title,
          documentClass: 'other',
          carveOutsAcknowledged: true,
          body: `${text} {{applicant.name}}`,
        },
      ]
      const steps = [{ id: 'sign', type: 'esign', config: { documents } }]
      const template = await backend.ask('POST', '/v1/workflow-templates', { name: title, steps })
      const more =
        template.status === 201
          ? {
              workflow_template_id: (JSON.parse(template.text) as { data: { id: string } }).data.id,
            }
          : {}
      const made = await backend.ask('POST', '/v1/sessions', {
        applicant: name,
        metadata: { text },
        ...more,
      })
      if (made.status !== 201) return run.expect(made.status === 422, no, () => made.text)
      const { id } = (JSON.parse(made.text) as { data: { id: string } }).data
      for (const path of [
        `/s/${id}`,
        `/s/${id}/steps/sign`,
        `/s/${id}?x=${encodeURIComponent(text)}`,
      ]) {
        const { headers, text: html } = await backend.api.ask('GET', path)
        run.expect(
          !html.includes(text) || !/[<"']/.test(text),
          no,
          () => `${path} contains ${text} unescaped`,
        )
        const policy = headers.get('content-security-policy') ?? ''
        if (headers.get('content-type')?.startsWith('text/html'))
          run.expect(
            /default-src 'none'|script-src/.test(policy) &&
              !policy.includes("script-src 'unsafe-inline'"),
            no,
            () => `${path} with the policy ${policy}`,
          )
      }
    }
    await run.inLanes(
      1,
      (no) =>
        no < INNER.length ? address(no) : no < INNER.length + PAGES.length ? page(no) : markup(no),
      INNER.length + PAGES.length + MARKUP.length,
    )
    run.figures['rebinding names'] = run.hasTimeLeft ? await rebind(run) : 'not run: no time left'
    clients.close()
    run.figures.addresses = `${counts.refused} refused, ${counts.accepted} accepted and never connected`
    run.figures.pages = PAGES.length
    run.figures.markup = MARKUP.length
  },
}

/** Names whose address changes between the check and the call. */
async function rebind(run: Run): Promise<string> {
  const found = await rebindings(await run.folder())
  if (!found) return 'not run: this machine allows no namespaces'
  const [steady, ...names] = found
  run.expect(
    steady!.outer > 0,
    -1,
    () => 'no delivery reaches the public address, so the case proves nothing',
  )
  for (const { name, inner } of names)
    run.expect(inner === 0, -1, () => `${inner} deliveries to ${name} have reached this machine`)
  const outer = names.reduce((sum, one) => sum + one.outer, 0)
  return `${names.length}, ${outer} deliveries to the public address, 0 to this machine`
}

/** With --loopback-receivers, the same delivery must connect. */
async function proveTrap(run: Run, port: number, touched: () => number): Promise<void> {
  const clients = new Clients(await run.simulator({ flags: ['--loopback-receivers'] }))
  const backend = await clients.organization()
  const body = { url: `https://127.0.0.1:${port}/`, events: ['kyc.session.expired'] }
  const { id } = await backend.data<{ id: string }>('POST', '/v1/webhook-subscriptions', body)
  await backend.ask('POST', `/v1/webhook-subscriptions/${id}/test`)
  await clients.controlClient('POST', '/settle')
  run.expect(touched() > 0, -1, () => 'the listener got no connection, so the case proves nothing')
  clients.close()
}

/** Sends the text as bytes, because HTTP header values are bytes. */
function encoded(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  )
}
