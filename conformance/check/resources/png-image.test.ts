import t from 'tap'
import { checkPixels, readPng } from '../../../fixtures/png.ts'
import { isPng, pngImage } from './png-image.ts'

t.test('is a PNG that decoders read', async (t) => {
  const png = readPng(pngImage())
  t.match(png, { width: 600, height: 400 })
  await checkPixels(png)
  t.ok(isPng(pngImage()))
  t.notOk(isPng(Buffer.from([0xff, 0xd8, 0xff])))
})
