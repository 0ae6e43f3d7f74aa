import type { Mutant, Variant } from '../mutant.ts'

export const SHOW = 'Object.hasOwn(found.images, artifact) ? found.images[artifact] : undefined'
export const KEEP = 'if (bytes) verification.images[artifact] = bytes'

/** Keeps one image of each artifact, and shows it with every verification. */
const shared = (keep: string): Variant['edits'] => [
  ['verifications.js', '  #service\n', '  #service\n  shared = {}\n'],
  ['verifications.js', KEEP, `${keep}\n      ${KEEP}`],
  ['server.js', SHOW, 'verifications.shared[artifact]'],
]

/** Changes bytes of each image, as programs do that write it again. */
const REWRITTEN: Variant['edits'][number] = [
  'drive.js',
  "return { artifact, base64: bytes.toString('base64') }",
  "return { artifact, base64: Buffer.from(bytes).fill(0xfe, 2, 8).toString('base64') }",
]

/** Takes the part of a response that arrived for the whole one. */
export const CUT_OFF: Variant['edits'] = [
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
]

/** Faults in keeping images whole and apart. */
export const IMAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'keeps the part of an image whose response was cut off',
    killedBy: 'backend.cut-off-image',
    breaks: 'CLI-029',
    edits: [...CUT_OFF],
  },
  {
    name: 'keeps the first image of each artifact and shows it with every verification',
    killedBy: 'backend.own-images',
    breaks: 'CLI-023',
    edits: shared('this.shared[artifact] ??= bytes'),
  },
  {
    name: 'keeps the last image of each artifact and shows it with every verification',
    killedBy: 'backend.own-images',
    breaks: 'CLI-023',
    edits: shared('this.shared[artifact] = bytes'),
  },
  {
    name: 'shows the image of another verification, written again',
    killedBy: 'backend.own-images',
    breaks: 'CLI-023',
    edits: [...shared('this.shared[artifact] ??= bytes'), REWRITTEN],
  },
  {
    name: 'shows the last image with a verification that has none',
    killedBy: 'backend.own-images',
    breaks: 'CLI-023',
    edits: [
      ['drive.js', 'const operations = {', 'let last = {}\nconst operations = {'],
      ['drive.js', 'if (!artifact) return {}', 'if (!artifact) return last'],
      [
        'drive.js',
        "return { artifact, base64: bytes.toString('base64') }",
        "return (last = { artifact, base64: bytes.toString('base64') })",
      ],
    ],
  },
  {
    name: 'requests the images that were listed for the first session',
    killedBy: 'backend.listed-images',
    breaks: 'IMG-036',
    edits: [
      [
        'verifications.js',
        'of session.idv?.available_images ?? []',
        'of (this.listed ??= session.idv?.available_images) ?? []',
      ],
    ],
  },
]
