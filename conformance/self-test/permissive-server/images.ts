import { isObject, type JsonObject } from '../../http/json.ts'
import { evidenceFor } from '../../../fixtures/evidence.ts'
import type { ProxiedRequest } from '../proxy.ts'
import { aboutSessionsOf, isSession } from '../wire-faults.ts'
import { type Choice, edit, refuse, succeeded } from './choice.ts'

const isImage = ({ path }: Pick<ProxiedRequest, 'path'>): boolean => path.includes('/idv-image/')
/** Returns a JPEG with comments after its first two bytes, which every decoder skips. */
function padded(jpeg: Buffer, bytes: number): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533, 0x20)])
  const comments = Array.from({ length: Math.ceil(bytes / comment.byteLength) }, () => comment)
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
}

/** Test mode captures nothing, and this server stores no picture of a specimen either. */
function withoutTestImages(): Choice {
  const captured = new Set<string>()
  const isWithout = (path: string): boolean => {
    const id = /^\/v1\/sessions\/([^/?]+)(\/idv-image\/|$)/.exec(path)?.[1]
    return id !== undefined && captured.has(decodeURIComponent(id))
  }
  return {
    bindings({ state, params }, { session_id: id }) {
      if (typeof id !== 'string') return
      if (state === 'open_session' && params['mode'] === 'test') captured.add(id)
      if (state === 'reverified_session') captured.delete(id)
    },
    response({ method, path }, response) {
      if (method !== 'GET' || response.status !== 200 || !isWithout(path)) return
      if (isImage({ path })) refuse(response, 404, 'artifact_not_available')
      else
        edit(response, ({ data }) => {
          const idv = isObject(data) && data['idv']
          if (isObject(idv)) idv['available_images'] = []
        })
    },
  }
}

export function imageChoices(): readonly Choice[] {
  return [
    withoutTestImages(),
    {
      // Links to the routes of the API, which need a key, and to other pages than images.
      response({ method, path }, response) {
        const id = /^\/v1\/sessions\/([^/?]+)$/.exec(path)?.[1]
        if (method === 'GET' && id !== undefined && response.status === 200)
          edit(response, ({ data }) => {
            const own = `https://api.elsewhere.example/v1/sessions/${id}`
            Object.assign(data as JsonObject, {
              links: { portrait: `${own}/idv-image/portrait`, preview: '/previews/portrait.jpg' },
              branding: { logo: 'https://cdn.elsewhere.example/logo.jpg' },
              theme: { backgroundImage: 'https://cdn.elsewhere.example/b.jpg?sig=9f2c' },
              journey: 'https://pages.elsewhere.example/j/7?sig=9f2c',
            })
          })
        if (isImage({ path }) && response.status === 200)
          response.headers.push(
            ['Content-Location', `https://api.elsewhere.example${path}`],
            ['Link', '<https://api.elsewhere.example/openapi.json>; rel="service-desc"'],
          )
      },
    },
    {
      // An error names the resource by the path of the request, without the artifact.
      response({ path }, response) {
        if (!isImage({ path }) || response.status !== 404) return
        edit(response, ({ error }) => {
          Object.assign(error as JsonObject, { instance: path.replace(/[^/]*$/, '') })
        })
      },
    },
    {
      // The portrait is as large as the document in pixels, and smallest in bytes, because the
      // others are compressed less.
      row: 'GAP-IMAGE-SIZE',
      response(request, response) {
        if (!isImage(request) || !succeeded(response)) return
        response.body = request.path.endsWith('/portrait')
          ? evidenceFor(0).images.front.bytes()
          : padded(response.body, 400_000)
      },
    },
    {
      // Serves an upload as the phone sent it, with a depth map behind the picture.
      response(request, response) {
        if (!isImage(request) || !succeeded(response)) return
        response.body = Buffer.concat([response.body, Buffer.from('a depth map')])
      },
    },
    {
      // Sends different messages for hidden and unknown records. The contract forbids that for
      // images only.
      row: 'GAP-NOT-FOUND',
      ...aboutSessionsOf('', isSession, (response) => {
        if (response.status !== 404) return
        response.headers.push(['X-Belongs-To', 'somebody else'])
        edit(response, ({ error }) => {
          ;(error as { message: string }).message += ' It belongs to another organization.'
        })
      })(),
    },
  ]
}
