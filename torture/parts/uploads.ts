import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { pngFile } from '../../fixtures/testing/png-file.ts'
import { Clients } from '../clients.ts'
import { type Delays, delaysOf } from '../event-loop.ts'
import type { Part } from '../part.ts'
import { HOSTILE_FILES, HOSTILE_JSON } from '../uploads/hostile.ts'
import { mutated } from '../uploads/mutated.ts'
import { type Upload, uploadRoutes } from '../uploads/upload-routes.ts'

const SLOWEST_MS = 5000
const MOST_MB = 300
const MOST_DELAY_MS = 50
/** One in this number of cases is hostile. */
const HOSTILE_EVERY = 12
const IMAGES = new URL('../../fixtures/images/joost/', import.meta.url)

async function pdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let i = 0; i < 3; i++) document.addPage([300, 400]).drawText(`Page ${i}`)
  document.getForm().createTextField('name').addToPage(document.getPage(0), { x: 5, y: 5 })
  return Buffer.from(await document.save())
}

export const uploads: Part = {
  name: 'uploads',
  promise: `Mutated and hostile files are refused or accepted within ${SLOWEST_MS / 1000} s and ${MOST_MB} MB, and delay no other request by more than ${MOST_DELAY_MS} ms.`,
  cases: 2000,
  share: 1.5,
  quick: true,
  async run(run) {
    const running = await run.simulator()
    const clients = new Clients(running)
    // Delays of an idle simulator show the delays of the machine.
    const idle = new Clients(await run.simulator())
    const ways = await uploadRoutes(clients, await clients.organization())
    const front = readFileSync(join(IMAGES.pathname, 'front.jpg'))
    const images = [
      front,
      readFileSync(join(IMAGES.pathname, 'selfie.jpg')),
      Buffer.from(pngFile({ width: 203, height: 90, bitDepth: 8 })),
    ]
    const files: [what: string, upload: Upload, bytes: Buffer][] = [
      ...(['scan', 'sdk', 'hosted'] as const).flatMap((way) =>
        images.map((image, i): [string, Upload, Buffer] => [
          `image ${i}, ${way}`,
          ways[way],
          image,
        ]),
      ),
      ['a PDF', ways.template, await pdf()],
    ]
    const hostile: [what: string, upload: Upload, bytes: () => Buffer][] = [
      ...Object.entries(HOSTILE_FILES).flatMap(([what, bytes]) =>
        (what.includes('PDF') ? (['template'] as const) : (['scan', 'sdk', 'hosted'] as const)).map(
          (way): [string, Upload, () => Buffer] => [
            `${what}, ${way}`,
            ways[way],
            () => bytes(front),
          ],
        ),
      ),
      ...Object.entries(HOSTILE_JSON).map(([what, bytes]): [string, Upload, () => Buffer] => [
        what,
        ways.json,
        bytes,
      ]),
    ]
    // Code that loads at first use causes one delay.
    for (const [, upload, bytes] of files) await upload(bytes, -1)
    const memory = (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))![1]) /
      1024
    const before = memory()
    let slowest = 0
    let taken = 0
    let most = before
    let worst = { delay: 0, busy: 0, no: -1, what: '' }
    let idlest = 0
    const look = async (no: number, what: string): Promise<void> => {
      const [delays, control]: Delays[] = await Promise.all([
        delaysOf(clients.control),
        delaysOf(idle.control),
      ])
      idlest = Math.max(idlest, control!.delay)
      // On a busy machine the timer is late even though the thread uses no CPU time.
      if (Math.min(delays!.delay, delays!.busy) > Math.min(worst.delay, worst.busy))
        worst = { ...delays!, no, what }
    }
    await look(-1, '')
    worst = { delay: 0, busy: 0, no: -1, what: '' }
    await run.inLanes(4, async (no) => {
      const random = run.random(no)
      const isHostile = no % HOSTILE_EVERY === 0
      const [what, upload, bytes] = isHostile
        ? hostile[(no / HOSTILE_EVERY) % hostile.length]!
        : files[no % files.length]!
      const body = typeof bytes === 'function' ? bytes() : mutated(bytes, random)
      const begun = performance.now()
      const { status, text } = await upload(body, no)
      const took = performance.now() - begun
      slowest = Math.max(slowest, took)
      most = Math.max(most, memory())
      if (status < 400) taken++
      run.expect(status < 500, no, () => `${what}: ${status} ${text}`)
      run.expect(took < SLOWEST_MS, no, () => `${what}: took ${took.toFixed(0)} ms`)
      await look(no, what)
    })
    run.expect(
      most - before < MOST_MB,
      -1,
      () => `${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
    )
    const { delay, busy, no, what } = worst
    run.expect(
      Math.min(delay, busy) <= MOST_DELAY_MS,
      no,
      () => `${what}: delay ${delay.toFixed(0)} ms, of which ${busy.toFixed(0)} ms computing`,
    )
    clients.close()
    idle.close()
    run.figures.taken = taken
    run.figures.slowest = `${slowest.toFixed(0)} ms`
    run.figures['most memory'] = `${(most - before).toFixed(0)} MB more`
    run.figures['event loop delay'] =
      `${delay.toFixed(0)} ms (${busy.toFixed(0)} ms computing), idle ${idlest.toFixed(0)} ms`
  },
}
