import type { Mutant, Variant } from '../mutant.ts'
import { CUT_OFF, KEEP, SHOW } from './images.ts'

const ACCEPTS_FIRST: Variant['edits'][number] = [
  'server.js',
  'await verifications.take(body.toString())\n      return [200, {}]',
  'verifications.take(body.toString()).catch(() => {})\n      return [202, {}]',
]
const LASTING =
  'const lasting = error instanceof ServiceError && error.status < 500 && error.status !== 429'
const REFUSED = 'if (!response.ok) throw'

/**
 * Reads each image when it is shown for the first time, and keeps it.
 * @param rescue follows the read
 */
const readsWhenShown = (rescue = ''): Variant['edits'] => [
  ['verifications.js', KEEP, ''],
  [
    'verifications.js',
    'const bytes = await this.#service.image(sessionId, artifact)',
    'verification.images[artifact] ??= true',
  ],
  [
    'server.js',
    `const bytes = ${SHOW}`,
    `if (found.images[artifact] === true)
        found.images[artifact] = await service.image(found.sessionId, artifact)${rescue}
      const bytes = found.images[artifact]`,
  ],
]

/** Faults in telling a failure that passes from an answer. */
export const TRANSIENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'drops an accepted event when a read is limited',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-031',
    edits: [
      ACCEPTS_FIRST,
      [
        'service.js',
        LASTING,
        'const lasting = error instanceof ServiceError && error.status < 500',
      ],
    ],
  },
  {
    name: 'takes a limited image for missing',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-031',
    edits: [
      ACCEPTS_FIRST,
      [
        'service.js',
        LASTING,
        "const lasting = error instanceof ServiceError && error.status < 500 && !(error.status === 429 && !path.includes('/idv-image/'))",
      ],
      [
        'service.js',
        "if (error.code === 'artifact_not_available') return",
        'if ([404, 429].includes(error.status)) return',
      ],
    ],
  },
  {
    name: 'drops an accepted event when a gateway answers with a page',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-024',
    edits: [
      ACCEPTS_FIRST,
      [
        'service.js',
        'const { error } = isJson ? await response.json() : {}',
        'const { error } = await response.json()',
      ],
      [
        'service.js',
        LASTING,
        `${LASTING.replace('const lasting = ', 'const lasting = error instanceof SyntaxError || (')})`,
      ],
    ],
  },
  {
    name: 'gives up an image when a read failed while it was shown',
    killedBy: 'backend.failed-image',
    breaks: 'CLI-030',
    edits: [...readsWhenShown('.catch(() => null)')],
  },
  {
    name: 'keeps the part of an image whose response was cut off while it was shown',
    killedBy: 'backend.failed-image',
    breaks: 'CLI-029',
    edits: [...readsWhenShown(), ...CUT_OFF],
  },
  ...([429, 502] as const).map((status): Mutant => ({
    name: `takes a ${status} of a region for not_found`,
    killedBy: 'documents.silent-region',
    breaks: 'VFY-018',
    edits: [
      [
        'documents.js',
        REFUSED,
        `if (response.status === ${status}) return { status: 'not_found' }\n  ${REFUSED}`,
      ],
    ],
  })),
]
