import type { Variant } from './mutant.ts'
import { checksSeal } from './mutants/seals.ts'

const SIGNED = "if (!isSigned(body, request.headers['x-webhook-signature'], webhookSecret))"

/**
 * A backend that is as correct as the sample, and makes other choices wherever the contract allows
 * it. It must pass every check.
 */
export const OTHER_CHOICES: Variant = {
  name: 'another correct backend',
  edits: [
    // Responds to a webhook before the work and with another status, and rejects with another one.
    [
      'server.js',
      'await verifications.take(body.toString())\n      return [200, {}]',
      'setTimeout(() => verifications.take(body.toString()).catch(() => {}), 30)\n      return [202, {}]',
    ],
    ['server.js', "return [400, { error: 'the signature does not fit' }]", 'return [401, {}]'],
    // Requires the id and the timestamp of a delivery, and recognizes a duplicate by the id.
    [
      'server.js',
      SIGNED,
      "const { 'x-webhook-id': eventId, 'x-webhook-timestamp': sentAt } = request.headers\n" +
        '      if (!eventId || !(Math.abs(Date.now() / 1000 - Number(sentAt)) < 300)) return [401, {}]\n' +
        `      ${SIGNED}`,
    ],
    [
      'server.js',
      'verifications.take(body.toString()).catch',
      'verifications.take(body.toString(), eventId).catch',
    ],
    [
      'verifications.js',
      "async take(body) {\n    const digest = createHash('sha256').update(body).digest('hex')",
      'async take(body, digest) {',
    ],
    // Knows the reserved type, and takes the outcome from its event; takes a refusal to sign for declined.
    [
      'verifications.js',
      '      default:\n',
      "      case 'kyc.session.skipped_by_applicant':\n" +
        "      case 'kyc.session.document_declined': {\n" +
        "        const { outcome = 'declined' } = event\n" +
        "        return this.#keep(this.#bySession.get(sessionId), { id: sessionId, status: 'completed', outcome })\n" +
        '      }\n      default:\n',
    ],
    // Fetches an image each time that it is shown.
    ['verifications.js', 'if (bytes) verification.images[artifact] = bytes', 'void bytes'],
    [
      'verifications.js',
      'const bytes = await this.#service.image(sessionId, artifact)',
      'const bytes = verification.images[artifact] = true',
    ],
    [
      'server.js',
      'Object.hasOwn(found.images, artifact) ? found.images[artifact] : undefined',
      'await service.image(found.sessionId, artifact)',
    ],
    ['drive.js', 'const [artifact] = (await call', 'const { images } = await call'],
    [
      'drive.js',
      '`/verifications/${reference}`)).images\n    if (!artifact) return {}',
      '`/verifications/${reference}`)\n    for (const artifact of images) {',
    ],
    [
      'drive.js',
      "const bytes = await call('GET', `/verifications/${reference}/images/${artifact}`)",
      "const bytes = await call('GET', `/verifications/${reference}/images/${artifact}`).catch(() => undefined)\n    if (!bytes) continue",
    ],
    [
      'drive.js',
      "return { artifact, base64: bytes.toString('base64') }",
      "return { artifact, base64: bytes.toString('base64') } }\n    return {}",
    ],
    // Gives the page a token at the beginning.
    [
      'server.js',
      'return [201, view(await verifications.begin(order.orderId, order.applicant))]',
      'const begun = await verifications.begin(order.orderId, order.applicant)\n' +
        '      return [201, { ...view(begun), token: await service.browserToken(begun.sessionId) }]',
    ],
    // Stores neither decision source nor mode, and counts no effects.
    [
      'drive.js',
      'effects: shipments, decision_source: decisionSource, mode',
      '...(decisionSource && mode && shipments && {})',
    ],
    // Gives up after a refusal or a lost response, and looks for the session at the next call.
    [
      'service.js',
      'if (attempt === ATTEMPTS) throw error\n        await sleep',
      'throw error\n        await sleep',
    ],
    // Runs in processes that share no state, so that one does not know of the 429 of another.
    ['service.js', 'if (resetAt > Date.now()) await', 'if (resetAt < 0) await'],
    [
      'drive.js',
      'can: Object.keys(operations) })',
      'can: Object.keys(operations), stateless: true })',
    ],
    // Queries a region once, and leaves the retry to its caller.
    ['documents.js', 'const ATTEMPTS = 3', 'const ATTEMPTS = 1'],
    // Also verifies the seal itself.
    ...checksSeal(),
  ],
}

/** A backend whose receiver stores a webhook before it verifies the signature. It must pass every check. */
export const ANSWERS_FIRST: Variant = {
  name: 'a correct backend that answers before it verifies',
  edits: [
    [
      'server.js',
      `${SIGNED}
        return [400, { error: 'the signature does not fit' }]
      // Only this header identifies a ping from the console: its body may look like any event.
      if (request.headers['x-webhook-origin'] === 'test_ping') return [200, {}]
      await verifications.take(body.toString())
      return [200, {}]`,
      `// Without a signature it need not be stored.
      if (!request.headers['x-webhook-signature']) return [400, {}]
      setTimeout(() => {
        ${SIGNED} return
        if (request.headers['x-webhook-origin'] === 'test_ping') return
        verifications.take(body.toString()).catch(() => {})
      }, 30)
      return [202, {}]`,
    ],
    // Reads the session for its outcome and for its images.
    [
      'verifications.js',
      'const session = await this.#service.session(sessionId)',
      'const read = () => this.#service.session(sessionId)\n    const [session] = await Promise.all([read(), read()])',
    ],
    // Shows no image if the first one is missing.
    ['verifications.js', 'if (bytes) verification', 'if (!bytes) break\n      verification'],
    // Creates again after a lost response.
    [
      'service.js',
      'const made = refused ? undefined : await this.findSession(orderId)',
      'const made = undefined',
    ],
    // Waits as long as Retry-After says.
    [
      'service.js',
      "answeredAt: Date.parse(response.headers.get('date') ?? '') || Date.now(),",
      "retryAfter: Number(response.headers.get('retry-after')),",
    ],
    [
      'service.js',
      'return Math.max(0, reset_at * 1000 - error.answeredAt) + jitter',
      'return error.retryAfter * 1000 + jitter',
    ],
    // Asks eu first, stops at a match, and accepts it, whatever the other region would say.
    [
      'documents.js',
      'const answers = await Promise.all(regions.map((url) => ask(url, sha256)))',
      'const answers = []\n  for (const url of regions.toReversed()) {\n    answers.push(await ask(url, sha256))\n' +
        "    if (answers.at(-1)?.match && answers.at(-1).mode === 'live') return 'accepted'\n  }",
    ],
  ],
}
