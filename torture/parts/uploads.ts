import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { pngFile } from '../../fixtures/testing/png-file.ts'
import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'
import type { Random } from '../random.ts'

const SLOWEST_MS = 5000
const MOST_MB = 300
const IMAGES = new URL('../../fixtures/images/joost/', import.meta.url)

/** Changes bytes, drops, repeats and swaps pieces. */
function mutated(whole: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(whole)
  for (let changes = 1 + random.below(6); changes > 0; changes--) {
    const at = random.below(bytes.length)
    const piece = bytes.subarray(at, at + 1 + random.below(random.chance(0.2) ? 5000 : 20))
    switch (random.below(6)) {
      case 0:
        bytes = bytes.subarray(0, at + 1)
        break
      case 1:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          random.bytes(1 + random.below(8)),
          bytes.subarray(at),
        ])
        break
      case 2:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          ...Array<Buffer>(1 + random.below(50)).fill(piece),
          bytes.subarray(at),
        ])
        break
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + piece.length)])
        break
      case 4:
        // Lengths and dimensions are what a reader allocates by.
        bytes.subarray(at, at + 1 + random.below(8)).fill(random.pick([0, 0x7f, 0xff]))
        break
      default:
        bytes[at]! ^= 1 << random.below(8)
    }
    if (bytes.length === 0) bytes = Buffer.from([0])
  }
  return bytes
}

async function pdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let i = 0; i < 3; i++) document.addPage([300, 400]).drawText(`Page ${i}`)
  document.getForm().createTextField('name').addToPage(document.getPage(0), { x: 5, y: 5 })
  return Buffer.from(await document.save())
}

export const uploads: Part = {
  name: 'uploads',
  promise: `Mutated PDF, JPEG and PNG files are refused or taken within ${SLOWEST_MS / 1000} s and ${MOST_MB} MB.`,
  cases: 2000,
  share: 1.5,
  quick: true,
  async run(run) {
    const running = await run.simulator()
    const clients = new Clients(running)
    const backend = await clients.organization()
    const { key: live } = await clients.steer<{ key: string }>(
      'POST',
      `/organizations/${backend.organization}/keys`,
      { type: 'sk', mode: 'live' },
    )
    const sources = [
      readFileSync(join(IMAGES.pathname, 'front.jpg')),
      readFileSync(join(IMAGES.pathname, 'selfie.jpg')),
      Buffer.from(pngFile({ width: 203, height: 90, bitDepth: 8 })),
      await pdf(),
    ]
    const memory = (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))![1]) /
      1024
    const before = memory()
    let slowest = 0
    let taken = 0
    let most = before
    await run.inLanes(4, async (no) => {
      const random = run.random(no)
      const bytes = mutated(sources[no % sources.length]!, random)
      const begun = performance.now()
      const { status, text } =
        no % sources.length === 3
          ? await clients.control.ask(
              'POST',
              `/control/v1/organizations/${backend.organization}/document_templates`,
              { 'content-type': 'application/json' },
              JSON.stringify({
                mode: 'test',
                name: `Rules ${no}`,
                title: 'House rules',
                document_class: 'disclosure_or_acknowledgment',
                carve_outs_acknowledged: true,
                pdf_base64: bytes.toString('base64'),
              }),
            )
          : await backend.api.ask(
              'POST',
              '/v1/id-verification',
              {
                authorization: `Bearer ${live}`,
                'content-type': 'multipart/form-data; boundary=q6Wb',
              },
              Buffer.concat([
                Buffer.from(
                  '--q6Wb\r\nContent-Disposition: form-data; name="front"; filename="a"\r\n\r\n',
                ),
                bytes,
                Buffer.from('\r\n--q6Wb--\r\n'),
              ]),
            )
      const took = performance.now() - begun
      slowest = Math.max(slowest, took)
      most = Math.max(most, memory())
      if (status < 300) taken++
      run.expect(status < 500, no, () => `${status} ${text}`)
      run.expect(took < SLOWEST_MS, no, () => `took ${took.toFixed(0)} ms`)
    })
    run.expect(
      most - before < MOST_MB,
      -1,
      () => `${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
    )
    clients.close()
    run.figures.taken = taken
    run.figures.slowest = `${slowest.toFixed(0)} ms`
    run.figures['most memory'] = `${(most - before).toFixed(0)} MB more`
  },
}
