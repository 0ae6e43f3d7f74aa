import type { Mutant } from '../mutant.ts'

const TOKEN = 'token: await service.browserToken(found.sessionId)'
const KEEP = 'const verification = this.#keep(orderId, session)'

/** Faults in keeping customers and sessions apart. */
export const CUSTOMER_MUTANTS: readonly Mutant[] = [
  {
    name: 'mints a token for the customer who has come last',
    killedBy: 'backend.browser-token',
    breaks: 'MNT-002',
    edits: [
      [
        'server.js',
        TOKEN,
        `...((service.current = found), await new Promise((done) => setTimeout(done, 300)), {}),
        token: await service.browserToken(service.current.sessionId)`,
      ],
    ],
  },
  {
    name: 'gives the token of a running request to every customer',
    killedBy: 'backend.browser-token',
    breaks: 'MNT-002',
    edits: [
      [
        'server.js',
        TOKEN,
        `token: await (service.minting ??= service.browserToken(found.sessionId).finally(() => {
          service.minting = undefined
        }))`,
      ],
    ],
  },
  {
    name: 'uses a creation that is under way for every customer',
    killedBy: 'backend.own-results',
    breaks: 'CLI-025',
    edits: [
      [
        'verifications.js',
        'const session = await this.#service.openSession(orderId, applicant)',
        `this.opening ??= this.#service.openSession(orderId, applicant).finally(() => {
      this.opening = undefined
    })
    const session = await this.opening`,
      ],
    ],
  },
  {
    name: 'takes the newest session for the one whose response was lost',
    killedBy: 'backend.own-results',
    breaks: 'CLI-025',
    edits: [
      [
        'service.js',
        'const made = refused ? undefined : await this.findSession(orderId)',
        "const made = refused ? undefined : (await this.#read('/v1/sessions?limit=1')).data[0]",
      ],
    ],
  },
  {
    name: 'takes the event of a session that it does not know for that of the newest order',
    killedBy: 'receiver.other-sessions',
    breaks: 'CLI-025',
    edits: [
      [
        'verifications.js',
        'if (orderId === undefined) return',
        'if (orderId === undefined) return this.#keep([...this.#byOrder.keys()].at(-1), session)',
      ],
    ],
  },
  {
    name: 'keeps the session that it reads in a shared variable',
    killedBy: 'backend.own-results',
    breaks: 'CLI-025',
    edits: [
      [
        'verifications.js',
        'const session = await this.#service.session(sessionId)',
        `const read = await this.#service.session(sessionId)
    this.current = read
    await new Promise((done) => setTimeout(done, 300))
    const session = { ...this.current, metadata: read.metadata }`,
      ],
    ],
  },
  {
    name: 'takes the newest session of the list, after the request of a creation was lost',
    killedBy: 'backend.own-results',
    breaks: 'CLI-025',
    edits: [
      ['service.js', 'const before = await this.findSession(orderId)', 'const before = undefined'],
      ['service.js', 'metadata?.orderId === orderId', 'metadata?.orderId'],
    ],
  },
  {
    name: 'waits in its queue for a session that it has not begun',
    killedBy: 'receiver.other-sessions',
    breaks: 'CLI-028',
    edits: [
      [
        'verifications.js',
        'if (orderId === undefined) return',
        `if (orderId === undefined) this.isBlocked = true
    while (this.isBlocked) await new Promise((done) => setTimeout(done, 1000))`,
      ],
      [
        'server.js',
        'await verifications.take(body.toString())\n      return [200, {}]',
        'verifications.take(body.toString()).catch(() => {})\n      return [202, {}]',
      ],
    ],
  },
  {
    name: 'records a reviewer, because the session was reviewed',
    killedBy: 'receiver.absent-members',
    breaks: 'EVB-024',
    edits: [
      [
        'verifications.js',
        KEEP,
        `${KEEP}
    if (session.status === 'awaiting_review') verification.isReviewed = true
    else if (verification.isReviewed) decisionSource ??= 'reviewer'`,
      ],
    ],
  },
]
