import type { Mutant } from '../mutant.ts'

const BODY = "'/v1/sessions', { applicant, metadata: { orderId } })"
const TOKEN = 'token: await service.browserToken(found.sessionId)'
const BYTES = "base64: bytes.toString('base64')"

/** Faults in the bodies, tokens and images that a backend sends on. */
export const REQUEST_MUTANTS: readonly Mutant[] = [
  ...[
    ['names that were removed', "{ first_name: 'Ana', last_name: 'Okafor' }"],
    ['names in camelCase', "{ familyName: 'Okafor', givenNames: ['Ana'] }"],
    ['an empty family name', "{ family_name: '', given_names: ['Ana'] }"],
    [
      'a national phone number without a country',
      "{ family_name: 'Okafor', given_names: [], phone: '030 123456' }",
    ],
  ].map(([what, applicant]): Mutant => ({
    name: `sends ${what}`,
    killedBy: 'backend.valid-requests',
    breaks: 'CLI-015',
    edits: [
      ['service.js', BODY, `'/v1/sessions', { applicant: ${applicant}, metadata: { orderId } })`],
    ],
  })),
  {
    name: 'sends a field that the service does not know',
    killedBy: 'backend.valid-requests',
    breaks: 'CLI-015',
    edits: [['service.js', BODY, "'/v1/sessions', { applicant, metaData: { orderId } })"]],
  },
  ...[
    ['without its prefix', 'key.slice(14)'],
    ['in hex', "Buffer.from(key).toString('hex')"],
    ['its second half', 'key.slice(key.length / 2)'],
    ['as numbers', '[...Buffer.from(key)]'],
  ].map(([how, code]): Mutant => ({
    name: `puts the secret key into the page, ${how}`,
    killedBy: 'backend.secret-key',
    breaks: 'AUT-002',
    edits: [
      [
        'server.js',
        'return [201, view(',
        `return [201, ((page) => ({ ...page, at: ${code} }))(view(`,
      ],
      [
        'server.js',
        'begin(order.orderId, order.applicant))]',
        'begin(order.orderId, order.applicant)))]',
      ],
    ],
  })),
  {
    name: 'puts the bytes of the signing secret into the page',
    killedBy: 'backend.secret-key',
    breaks: 'CLI-016',
    edits: [
      [
        'server.js',
        'return [201, view(',
        "return [201, ((page) => ({ ...page, at: Buffer.from(webhookSecret.slice(6), 'base64').toString('hex') }))(view(",
      ],
      [
        'server.js',
        'begin(order.orderId, order.applicant))]',
        'begin(order.orderId, order.applicant)))]',
      ],
    ],
  },
  {
    name: 'puts the signing secret into the page',
    killedBy: 'backend.secret-key',
    breaks: 'CLI-016',
    edits: [
      [
        'server.js',
        'return [201, view(',
        'return [201, ((page) => ({ ...page, webhookSecret }))(view(',
      ],
      [
        'server.js',
        'begin(order.orderId, order.applicant))]',
        'begin(order.orderId, order.applicant)))]',
      ],
    ],
  },
  {
    name: 'reads images from the endpoint of the other region',
    killedBy: 'backend.region-of-reads',
    breaks: 'CLI-007',
    edits: [
      [
        'service.js',
        'fetch(this.#url + path',
        "fetch((path.includes('/idv-image/') ? process.env.VSKIT_EU_URL : this.#url) + path",
      ],
    ],
  },
  {
    name: 'repeats a read without a response at the endpoint of the other region',
    killedBy: 'backend.region-of-reads',
    breaks: 'CLI-007',
    edits: [
      [
        'service.js',
        'const response = await fetch(this.#url + path, {',
        'const base = this.other ?? this.#url\n    this.other = undefined\n    const response = await fetch(base + path, {',
      ],
      [
        'service.js',
        '        const lasting =',
        '        if (!(error instanceof ServiceError)) this.other = process.env.VSKIT_EU_URL\n        const lasting =',
      ],
    ],
  },
  {
    name: 'loses the outcome when an image is missing',
    killedBy: 'backend.missing-image',
    breaks: 'IMG-030',
    edits: [
      [
        'verifications.js',
        'if (bytes) verification.images[artifact] = bytes',
        'if (bytes) verification.images[artifact] = bytes\n      else verification.outcome = null',
      ],
    ],
  },
  {
    name: 'gives the SDK a token of the first customer',
    killedBy: 'backend.browser-token',
    breaks: 'MNT-002',
    edits: [
      [
        'server.js',
        TOKEN,
        'token: await service.browserToken((service.first ??= found).sessionId)',
      ],
    ],
  },
  {
    name: 'mints a browser token without the prefix of the session id',
    killedBy: 'backend.browser-token',
    breaks: 'MNT-002',
    edits: [
      [
        'service.js',
        'const path = `/v1/sessions/${encodeURIComponent(id)}/browser_token`',
        "const path = `/v1/sessions/${id.replace('vs_', '')}/browser_token`",
      ],
    ],
  },
  {
    name: 'makes up a browser token',
    killedBy: 'backend.browser-token',
    breaks: 'MNT-002',
    edits: [['server.js', TOKEN, 'token: `bt_${Math.random()}`']],
  },
  {
    name: 'repeats a limited token request after a fixed time',
    killedBy: 'backend.waits-for-reset',
    breaks: 'LIM-031',
    edits: [
      [
        'service.js',
        "(await this.#withRetry('POST', path)).browserToken",
        "(await this.#request('POST', path).catch(() => sleep(300).then(() => this.#request('POST', path)))).browserToken",
      ],
    ],
  },
  {
    name: 'requests the back of the document after its answer to the webhook',
    killedBy: 'backend.listed-images',
    breaks: 'IMG-036',
    edits: [
      [
        'verifications.js',
        '// Requests listed images only',
        "setTimeout(() => this.#service.image(sessionId, 'back').catch(() => {}), 100)\n    // Requests listed images only",
      ],
    ],
  },
  {
    name: 'passes on the first part of an image',
    killedBy: 'backend.images-passed-on',
    breaks: 'IMG-016',
    edits: [['drive.js', BYTES, "base64: bytes.toString('base64', 0, 1000)"]],
  },
  {
    name: 'keeps one image of each kind for all customers',
    killedBy: 'backend.images-passed-on',
    breaks: 'IMG-016',
    edits: [
      [
        'service.js',
        'return await this.#read(`/v1/sessions/${encodeURIComponent(id)}/idv-image/${artifact}`)',
        'return await (this[artifact] ??= this.#read(`/v1/sessions/${encodeURIComponent(id)}/idv-image/${artifact}`))',
      ],
    ],
  },
  {
    name: 'gives the SDK a token of the last customer',
    killedBy: 'backend.browser-token',
    breaks: 'MNT-002',
    edits: [
      [
        'server.js',
        'return [201, view(await verifications.begin(order.orderId, order.applicant))]',
        'service.last = await verifications.begin(order.orderId, order.applicant)\n      return [201, view(service.last)]',
      ],
      ['server.js', TOKEN, 'token: await service.browserToken(service.last.sessionId)'],
    ],
  },
  {
    name: 'mints browser tokens at the endpoint of the other region',
    killedBy: 'backend.region',
    breaks: 'CLI-007',
    edits: [
      [
        'service.js',
        'fetch(this.#url + path, {',
        "fetch((path.endsWith('/browser_token') ? process.env.VSKIT_EU_URL : this.#url) + path, {",
      ],
    ],
  },
  ...[
    ['a token request', "path.endsWith('/browser_token')"],
    ['a session creation', "method === 'POST' && path === '/v1/sessions'"],
  ].map(([what, condition]): Mutant => ({
    name: `repeats ${what} without a response at the endpoint of the other region`,
    killedBy: 'backend.region',
    breaks: 'CLI-007',
    edits: [
      ['service.js', 'const response = await fetch(this.#url + path, {', 'const init = {'],
      [
        'service.js',
        'signal: AbortSignal.timeout(30_000),\n    })',
        `signal: AbortSignal.timeout(30_000),
    }
    const response = await fetch(this.#url + path, init).catch((error) => {
      if (!(${condition})) throw error
      return fetch(process.env.VSKIT_EU_URL + path, init)
    })`,
      ],
    ],
  })),
  {
    name: 'gives the page an address of the image with the secret key',
    killedBy: 'backend.images-passed-on',
    breaks: 'AUT-002',
    edits: [['drive.js', BYTES, `${BYTES}, reload: '/image?key=' + VSKIT_KEY`]],
  },
  ...[
    ['without money', "error.code === 'payment_required'"],
    ['without a plan', "error.code === 'subscription_required'"],
  ].map(([when, condition]): Mutant => ({
    name: `repeats the read of a session that was rejected ${when}`,
    killedBy: 'backend.refused-reads',
    breaks: 'CLI-012',
    edits: [
      [
        'service.js',
        'error.status < 500 && error.status !== 429\n',
        `error.status < 500 && error.status !== 429 && !(${condition} && !path.includes('/idv-image/'))\n`,
      ],
    ],
  })),
]
