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
]
