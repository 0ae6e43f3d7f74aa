import type { Mutant, Variant } from '../mutant.ts'

const ACCEPTS_FIRST: Variant['edits'][number] = [
  'server.js',
  'await verifications.take(body.toString())\n      return [200, {}]',
  'verifications.take(body.toString()).catch(() => {})\n      return [202, {}]',
]
const LASTING =
  'const lasting = error instanceof ServiceError && error.status < 500 && error.status !== 429'
const REFUSED = 'if (!response.ok) throw'

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
    edits: [
      ['verifications.js', 'if (bytes) verification.images[artifact] = bytes', ''],
      [
        'verifications.js',
        'const bytes = await this.#service.image(sessionId, artifact)',
        'verification.images[artifact] ??= true',
      ],
      [
        'server.js',
        'const bytes = Object.hasOwn(found.images, artifact) ? found.images[artifact] : undefined',
        `if (found.images[artifact] === true)
        found.images[artifact] = await service.image(found.sessionId, artifact).catch(() => null)
      const bytes = found.images[artifact]`,
      ],
    ],
  },
  {
    name: 'keeps the part of an image whose response was cut off while it was shown',
    killedBy: 'backend.failed-image',
    breaks: 'CLI-029',
    edits: [
      ['verifications.js', 'if (bytes) verification.images[artifact] = bytes', ''],
      [
        'verifications.js',
        'const bytes = await this.#service.image(sessionId, artifact)',
        'verification.images[artifact] ??= true',
      ],
      [
        'server.js',
        'const bytes = Object.hasOwn(found.images, artifact) ? found.images[artifact] : undefined',
        `if (found.images[artifact] === true)
        found.images[artifact] = await service.image(found.sessionId, artifact)
      const bytes = found.images[artifact]`,
      ],
      ['service.js', 'Buffer.from(await response.arrayBuffer())', 'received(response)'],
      [
        'service.js',
        '/** Returns the class in which',
        `async function received(response) {
  const parts = []
  try {
    for await (const part of response.body) parts.push(part)
  } catch {}
  return Buffer.concat(parts)
}

/** Returns the class in which`,
      ],
    ],
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
