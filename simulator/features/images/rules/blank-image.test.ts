import { createCanvas } from '@napi-rs/canvas'
import t from 'tap'
import { evidenceFor, specimenCount } from '../../../../fixtures/evidence.ts'
import { pngFile } from '../../../../fixtures/testing/png-file.ts'
import { isBlank } from './blank-image.ts'

/** Drawn by another implementation: pictures of one colour, with or without content. */
function drawn(type: 'image/png' | 'image/jpeg', colour: string, text = ''): Buffer {
  const canvas = createCanvas(800, 500)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(0, 0, 800, 500)
  context.fillStyle = 'gray'
  context.font = '40px sans-serif'
  context.fillRect(600, 400, text ? 120 : 0, 40)
  context.fillText(text, 100, 250)
  return type === 'image/png' ? canvas.toBuffer(type) : canvas.toBuffer(type)
}

t.test('ERR-028 pictures of one colour are blank, in both formats', async (t) => {
  for (const colour of ['white', 'black', '#3a7f15', 'silver']) {
    for (const type of ['image/png', 'image/jpeg'] as const) {
      t.equal(await isBlank(drawn(type, colour)), true, `${type} ${colour}`)
      t.equal(await isBlank(drawn(type, colour, 'P<UTO')), false, `${type} ${colour} with text`)
    }
  }
  t.equal(await isBlank(pngFile({ width: 1, height: 1 })), true, '1x1')
  for (const bitDepth of [1, 2, 4, 8, 16])
    t.equal(await isBlank(pngFile({ width: 203, height: 90, bitDepth })), true, `${bitDepth} bits`)
})

/** Each byte is 100 in a uniform picture: these are its differences by the filters of PNG, section 9. */
const FILTERED: [filter: string, firstRow: number[], others: number[]][] = [
  ['none', [100, 100, 100], [100, 100, 100]],
  ['sub', [100, 0, 0], [100, 0, 0]],
  ['up', [100, 100, 100], [0, 0, 0]],
  ['average', [100, 50, 50], [50, 0, 0]],
  ['Paeth', [100, 0, 0], [0, 0, 0]],
]

t.test('ERR-028 each filter of PNG rows is removed', async (t) => {
  const width = 200
  for (const [number, [filter, ...rows]] of FILTERED.entries()) {
    const [first, other] = rows.map(([start, ...rest]) => [
      number,
      start!,
      ...Array.from({ length: width - 1 }, () => rest[0]!),
    ])
    const pixels = Buffer.from([first!, other!, other!].flat())
    const picture = { width, height: 3, pixels }
    t.equal(await isBlank(pngFile(picture)), true, filter)
    for (const place of [width, pixels.length - 1]) {
      const dotted = Buffer.from(pixels)
      dotted[place]! += 1
      t.equal(await isBlank(pngFile({ ...picture, pixels: dotted })), false, `${filter} with a dot`)
    }
  }
})

t.test('no specimen picture is blank', async (t) => {
  for (let i = 0; i < specimenCount; i++) {
    const { identity, images } = evidenceFor(i)
    for (const [kind, image] of Object.entries(images))
      t.equal(await isBlank(image.bytes()), false, `${identity.id} ${kind}`)
  }
})

t.test('data that phones append to a JPEG is not part of the picture', async (t) => {
  const behind = Buffer.from('a depth map')
  const blank = drawn('image/jpeg', 'white')
  t.equal(await isBlank(Buffer.concat([blank, behind])), true)
  const front = Buffer.from(evidenceFor(0).images.front.bytes())
  t.equal(await isBlank(Buffer.concat([front, behind])), false)
})
