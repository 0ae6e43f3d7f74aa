import type { RunningSimulator } from '../server.ts'
import type { Region } from '../world/world.ts'
import { type Reply, clientAt } from './simulator.ts'

export type Fields = Record<string, string | string[] | Buffer>
type Headers = Record<string, string>

/** Returns a client with a session's link, like a browser without scripts. */
export function visitorAt(origin: string, id: string) {
  const ask = clientAt(origin, undefined)
  const get = (path = '', headers: Headers = {}): Promise<Reply> =>
    ask('GET', `/s/${id}${path}`, undefined, headers)
  const post = async (path: string, fields: Fields = {}, headers: Headers = {}): Promise<Reply> => {
    const files = Object.values(fields).some((value) => Buffer.isBuffer(value))
    const body = files ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (Buffer.isBuffer(one))
          (body as FormData).append(name, new Blob([new Uint8Array(one)]), 'photo.jpg')
        else body.append(name, one)
      }
    }
    const request = new Request('http://any', { method: 'POST', body })
    const answer = await fetch(`${origin}/s/${id}${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: await request.arrayBuffer(),
      headers: { 'content-type': request.headers.get('content-type')!, ...headers },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString()
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      bytes,
      json: <T>() => JSON.parse(text) as T,
    }
  }
  const submit = (step: string, fields?: Fields, headers?: Headers): Promise<Reply> =>
    post(`/steps/${step}`, fields, headers)
  /** Submits the first screen. */
  const start = (): Promise<Reply> => post('/start')
  return { id, get, post, submit, start }
}

export function visitor(simulator: RunningSimulator, id: string, region: Region = 'us') {
  return visitorAt(simulator.base_urls[region], id)
}

/** Returns status and heading of a page, such as `404 There is nothing here`. */
export function heading({ status, text }: Reply): string {
  return `${status} ${/<h1>(.*?)<\/h1>/.exec(text)?.[1]?.replaceAll(/<[^>]*>/g, '')}`
}

/** Returns the error messages at the top of the page, as text. */
export function complaints({ text }: Reply): string[] {
  const list = /<div class="problems".*?<\/div>/s.exec(text)?.[0] ?? ''
  return [...list.matchAll(/<li.*?>(.*?)<\/li>/gs)].map(([, item]) =>
    item!.replaceAll(/<[^>]*>/g, ''),
  )
}
