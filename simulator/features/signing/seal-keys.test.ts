import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Ports } from '../../ports.ts'
import { World, type WorldFile } from '../../world/world.ts'
import { currentKey, publishedKeys, rotateKey } from './seal-keys.ts'

const PLACE = { region: 'us', mode: 'test' } as const

t.test('a key is stored before anyone seals with it or sees it', async (t) => {
  const file = join(t.testdir(), 'world.json')
  let created = 0
  const random = { bytes: (length: number) => Buffer.alloc(length, ++created) }
  const ports = { world: await World.open(file), random } as unknown as Ports
  const stored = (): unknown[] =>
    ((JSON.parse(readFileSync(file, 'utf8')) as WorldFile).seal_keys?.us?.test ?? []).map(
      ({ kid }) => kid,
    )

  const first = currentKey(ports, PLACE, 0)
  const { kid } = await currentKey(ports, PLACE, 0)
  t.strictSame(stored(), [kid], 'the first key, while another request creates it')
  t.equal((await first).kid, kid)

  const rotated = rotateKey(ports, PLACE, 0)
  const next = await currentKey(ports, PLACE, 0)
  t.not(next.kid, kid)
  t.strictSame(stored(), [kid, next.kid], 'a rotated key')
  await rotated

  const third = rotateKey(ports, PLACE, 0)
  const published = (await publishedKeys(ports, PLACE, 0)).map((key) => key.kid)
  t.strictSame(stored(), published, 'published keys')
  await third
})
