import type { Mutant } from '../mutant.ts'

const TAKE = 'await verifications.take(body.toString())\n      return [200, {}]'

/** Faults in repeating requests, and in processing further events of one session. */
export const REPEAT_MUTANTS: readonly Mutant[] = [
  ...(['session', 'image'] as const).map((read): Mutant => ({
    name: `drops an accepted event when the ${read} cannot be read once`,
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-024',
    edits: [
      [
        'server.js',
        TAKE,
        'verifications.take(body.toString()).catch(() => {})\n      return [202, {}]',
      ],
      ['service.js', 'if (lasting || attempt === ATTEMPTS) throw error', 'throw error'],
      ...(read === 'session'
        ? []
        : ([
            [
              'verifications.js',
              'const session = await this.#service.session(sessionId)',
              `let session
    for (let i = 0; i < 5 && !session; i++)
      session = await this.#service.session(sessionId).catch(() => undefined)`,
            ],
          ] as const)),
    ],
  })),
  {
    name: 'parses the response about a file with a closed list of fields',
    killedBy: 'documents.unknown-fields',
    breaks: 'CLI-026',
    edits: [
      [
        'documents.js',
        'const isFinal = answer !== undefined',
        `const known = /^(protocol_version|match|status|mode|seal|agreement_id|document_id|final_hash)$/
    if (answer && !Object.keys(answer).every((name) => known.test(name))) return undefined
    const isFinal = answer !== undefined`,
      ],
    ],
  },
]
