import { readFileSync } from 'node:fs'
import t from 'tap'
import { backendFor } from '../testing/page.ts'
import { problems, controlClient } from '../testing/control-client.ts'
import { visitor } from '../testing/visitor.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { readWorld } from '../world/world-file.ts'
import { DARK_BACKGROUND, LIGHT_BACKGROUND, contrast, onDark } from './contrast.ts'

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = backendFor(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
const brand = (branding: unknown) => control.ask('PATCH', '/organizations/org_acme', { branding })

t.test('contrast follows the formula of WCAG', async (t) => {
  t.equal(contrast('#000000', '#ffffff'), 21)
  t.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
  t.equal(contrast('#ff0000', '#ffffff').toFixed(2), '4.00')
  for (const colour of ['#0b57b7', '#000000', '#7a1fa2', '#8a0000'])
    t.ok(contrast(onDark(colour), DARK_BACKGROUND) >= 4.5, colour)
})

t.test('pages show the accent and the logo of the organization', async (t) => {
  const page = visitor(simulator, await acme.create())
  t.notMatch((await page.get()).text, /brand\.css|\/logo"/)
  for (const path of ['/brand.css', '/logo']) t.equal((await page.get(path)).status, 404)
  t.equal((await brand({ accent: '#7A1FA2', logo: PIXEL })).status, 200)
  const { text } = await page.get()
  t.match(text, `<link rel="stylesheet" href="/s/${page.id}/brand.css">`)
  t.match(text, `<img src="/s/${page.id}/logo" alt=""`)
  const style = await page.get('/brand.css')
  t.match(style.headers.get('content-type'), 'text/css')
  t.match(style.text, /:root \{ --accent: light-dark\(#7A1FA2, #[0-9a-f]{6}\) \}/)
  const logo = await page.get('/logo')
  t.equal(logo.headers.get('content-type'), 'image/png')
  t.equal(logo.bytes.toString('base64'), PIXEL.split(',')[1])
  t.equal((await brand(null)).status, 200)
  t.notMatch((await page.get()).text, /brand\.css/)
})

t.test(
  'an accent with too little contrast and a logo that is not an image are refused',
  async (t) => {
    t.ok(contrast('#8899aa', LIGHT_BACKGROUND) < 4.5)
    const pale = await brand({ accent: '#8899aa' })
    t.strictSame(problems(pale), ['custom branding.accent'])
    t.match(pale.text, /background is 2\.\d: expected at least 4\.5; choose a darker colour/)
    for (const branding of [
      { accent: 'red' },
      { accent: '#7a1fa2; } body { display: none' },
      { logo: 'https://elsewhere.example/logo.png' },
      { logo: `data:image/png;base64,${Buffer.from('<svg onload="x">').toString('base64')}` },
      { colour: '#000000' },
    ])
      t.equal(problems(await brand(branding)).length, 1, JSON.stringify(branding))
    const demo = readFileSync(new URL('../../fixtures/world/demo.json', import.meta.url), 'utf8')
    const world = JSON.parse(demo) as { organizations: { branding?: object }[] }
    world.organizations[0]!.branding = { accent: '#8899aa' }
    t.throws(
      () => readWorld(JSON.stringify(world), 'w.json'),
      /organizations.0.branding.accent.*4\.5/s,
    )
    world.organizations[0]!.branding = { accent: '#7a1fa2', logo: PIXEL }
    t.doesNotThrow(() => readWorld(JSON.stringify(world), 'w.json'))
  },
)

t.test('a real camera is opened only with --real-camera', async (t) => {
  const own = await simulatorFor(t, { world: roomyWorld(), realCamera: true })
  const page = visitor(own, await backendFor(own, demoKey('org_acme')).create())
  await page.start()
  await page.post('/steps/step_1/document', { specimen: 'odette', acquisition: 'camera' })
  const { text, headers } = await page.get()
  t.match(text, 'Its pictures stay in this window and are discarded at once')
  t.match(text, /class="viewfinder"[^>]* data-camera="Your camera could not be opened/)
  t.match(headers.get('permissions-policy'), /^camera=\(self\), microphone=\(\)/)
})
