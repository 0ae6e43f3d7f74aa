import { invalid } from './errors.js'
import { route } from './route.js'
import { issue } from './validate.js'

const HASH = /^[0-9a-f]{64}$/

/** Routes that need no key. */
export const publicRoutes = [
  route('POST', '/v1/esign/verify', { public: true }, async (call) => {
    const body = await call.json(1024)
    if (typeof body?.sha256 !== 'string' || !HASH.test(body.sha256))
      throw invalid([issue('invalid_hash', ['sha256'], 'Expected 64 lowercase hex characters.')])
    return { status: 200, body: { protocol_version: '1', match: false, status: 'not_found' } }
  }),
  route('GET', '/.well-known/esign-keys', { public: true }, async () => ({
    status: 200,
    body: { keys: [] },
  })),
  route('GET', '/openapi.json', { public: true }, async () => ({
    status: 200,
    body: {
      openapi: '3.1.0',
      info: { title: 'Verification service', version: '1' },
      paths: {
        '/v1/sessions': {
          post: { responses: { 201: { $ref: '#/components/responses/Session' } } },
        },
      },
      components: { responses: { Session: { description: 'A session.' } } },
    },
  })),
]
