import type { Mutant } from '../mutant.ts'

/** Adds a read without a retry. */
const HASTY = "  hasty(path) {\n    return this.#request('GET', path)\n  }\n\n  async session(id) {"

/** Faults in handling rate limits. */
export const LIMIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'retries after a 429 without regard to reset_at',
    killedBy: 'backend.waits-for-reset',
    breaks: 'LIM-031',
    edits: [
      [
        'service.js',
        "if (error.status !== 429 || typeof reset_at !== 'number') return",
        'if (true) return',
      ],
    ],
  },
  {
    name: 'continues with other verifications after a 429',
    killedBy: 'backend.class-limits',
    breaks: 'CLI-018',
    edits: [['service.js', 'if (resetAt > Date.now()) await', 'if (resetAt < 0) await']],
  },
  {
    name: 'waits a fixed time after a 429',
    killedBy: 'backend.waits-for-reset',
    breaks: 'LIM-031',
    edits: [
      [
        'service.js',
        'return Math.max(0, reset_at * 1000 - error.answeredAt) + jitter',
        'return 300',
      ],
    ],
  },
  {
    name: 'repeats limited reads after a fixed time',
    killedBy: 'backend.reads-wait-for-reset',
    breaks: 'LIM-031',
    edits: [
      [
        'service.js',
        'if (lasting || attempt === ATTEMPTS) throw error\n        await sleep(waitFor(error, attempt))',
        'if (lasting || attempt === ATTEMPTS) throw error\n        await sleep(300)',
      ],
    ],
  },
  {
    name: 'repeats a limited read at once',
    killedBy: 'backend.reads-wait-for-reset',
    breaks: 'LIM-031',
    edits: [
      [
        'verifications.js',
        'const session = await this.#service.session(sessionId)',
        'const read = () => this.#service.hasty(`/v1/sessions/${sessionId}`)\n    const session = (await read().catch(read)).data',
      ],
      ['service.js', '  async session(id) {', HASTY],
    ],
  },
  {
    name: 'repeats a limited image after a fixed time',
    killedBy: 'backend.reads-wait-for-reset',
    breaks: 'LIM-031',
    edits: [
      ['service.js', 'return await this.#read(`', 'return await this.hasty(`'],
      [
        'service.js',
        "if (error.code === 'artifact_not_available') return undefined",
        "if (error.status === 429) return sleep(300).then(() => this.image(id, artifact))\n      if (error.code === 'artifact_not_available') return undefined",
      ],
      ['service.js', '  async session(id) {', HASTY],
    ],
  },
  {
    name: 'waits for the first reset_at only',
    killedBy: 'backend.waits-for-reset',
    breaks: 'LIM-031',
    edits: [
      [
        'service.js',
        "if (error.status !== 429 || typeof reset_at !== 'number') return",
        "if (attempt > 1 || error.status !== 429 || typeof reset_at !== 'number') return",
      ],
    ],
  },
  {
    name: 'repeats a limited list after a fixed time, when it looks for a lost session',
    killedBy: 'backend.waits-for-reset',
    breaks: 'LIM-031',
    edits: [
      [
        'service.js',
        'const page = await this.#read(`/v1/sessions?${query}`)',
        `let page
      for (let attempt = 1; !page; attempt++)
        try {
          page = await this.#request('GET', \`/v1/sessions?\${query}\`)
        } catch (error) {
          if (error.status !== 429 || attempt > 20) throw error
          await sleep(FIRST_WAIT_MS)
        }`,
      ],
    ],
  },
]
