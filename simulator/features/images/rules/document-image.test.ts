import t from 'tap'
import { evidenceFor } from '../../../../fixtures/evidence.ts'
import { pngFile } from '../../../../fixtures/testing/png-file.ts'
import { imageFault } from './document-image.ts'

const front = evidenceFor('odette').images.front.bytes()

t.test(
  'an image is validated by its bytes: complete, of a known format, within the pixel limit',
  async (t) => {
    const { width, height } = evidenceFor('odette').images.front
    const table: [what: string, bytes: Buffer, mostPixels: number, fault: object | undefined][] = [
      ['a JPEG', front, width * height, undefined],
      [
        'a JPEG of one pixel too many',
        front,
        width * height - 1,
        { code: 'too_big', message: /got 786x573/ },
      ],
      ['a PNG', pngFile(), 16, undefined],
      [
        'a PNG of one pixel too many',
        pngFile(),
        15,
        { code: 'too_big', message: 'Expected at most 15 pixels, got 4x4' },
      ],
      ['a JPEG with data behind it', Buffer.concat([front, Buffer.from('behind')]), 1e6, undefined],
      [
        'a cut JPEG',
        front.subarray(0, 1000),
        1e6,
        { code: 'custom', message: /^Expected a whole JPEG image: expected .* \(byte \d+\)$/ },
      ],
      [
        'a cut PNG',
        pngFile().subarray(0, -1),
        1e6,
        { code: 'custom', message: /^Expected a whole PNG image/ },
      ],
      [
        'a PNG of too few pixels',
        pngFile({ pixels: Buffer.alloc(19) }),
        1e6,
        { code: 'custom', message: /got 19/ },
      ],
      [
        'too many pixels that would not inflate',
        pngFile({ pixels: Buffer.alloc(19) }),
        15,
        { code: 'too_big' },
      ],
      [
        'text',
        Buffer.from('a passport'),
        1e6,
        { code: 'custom', message: 'Expected a JPEG or PNG image' },
      ],
      [
        'nothing',
        Buffer.alloc(0),
        1e6,
        { code: 'custom', message: 'Expected a JPEG or PNG image' },
      ],
    ]
    for (const [what, bytes, mostPixels, fault] of table) {
      const found = await imageFault(bytes, mostPixels)
      if (fault) t.match(found, fault, what)
      else t.equal(found, undefined, what)
    }
  },
)
