import { once } from 'node:events'
import { lstatSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { runVskit } from '../commands/testing.ts'
import { createSimulator } from './vskit.ts'

t.test('the response of another server does not replace a snapshot file', async (t) => {
  const here = t.testdir({ 'state.vskit': 'before' })
  // The first server knows no snapshots, the others respond to every request.
  for (const body of ['{}', '{"data":{"id":"snp_1"}}', '']) {
    const other = createServer((request, response) => {
      request.resume().on('end', () => response.end(body))
    })
    await once(other.listen(0, '127.0.0.1'), 'listening')
    t.teardown(() => other.close())
    const control = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const args = ['snapshot', 'export', `${here}/state.vskit`, '--control', control]
    t.match(await runVskit(t, args), {
      code: 2,
      stderr: `vskit snapshot export: ${control} is not the control API of a simulator`,
    })
    t.equal(readFileSync(`${here}/state.vskit`, 'utf8'), 'before')
    t.strictSame(readdirSync(here), ['state.vskit'])
  }
})

t.test('a response that ends early does not replace a snapshot file', async (t) => {
  const here = t.testdir({ 'state.vskit': 'before' })
  const ending = createServer((request, response) => {
    if (request.url!.endsWith('/health'))
      return response.end('{"data":{"version":"1","regions":{}}}')
    if (!request.url!.endsWith('/export')) return response.end('{"data":[{"id":"snp_1"}]}')
    response.write('{"format":"vskit-snapshot","version":1', () => response.destroy())
  })
  await once(ending.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => ending.close())
  const control = `http://127.0.0.1:${(ending.address() as AddressInfo).port}`
  const args = ['--snapshot', 'snp_1', '--control', control]
  t.match(await runVskit(t, ['snapshot', 'export', `${here}/state.vskit`, ...args]), {
    code: 1,
    stderr: 'vskit snapshot export: The response of the simulator ended early',
  })
  t.equal(readFileSync(`${here}/state.vskit`, 'utf8'), 'before')
  t.strictSame(readdirSync(here), ['state.vskit'])
})

t.test('an export replaces the target of a link, and writes to a device', async (t) => {
  await using simulator = await createSimulator()
  const here = t.testdir({ 'state.vskit': 'before', link: t.fixture('symlink', 'state.vskit') })
  await simulator.exportSnapshot(`${here}/link`)
  t.match(readFileSync(`${here}/state.vskit`, 'latin1'), /^{"format":"vskit-snapshot",/)
  t.strictSame(readdirSync(here).sort(), ['link', 'state.vskit'])
  await t.rejects(simulator.exportSnapshot('/dev/full'), {
    code: 'ENOSPC',
    message: /\/dev\/full cannot be written: the disk is full/,
  })
  await simulator.exportSnapshot('/dev/null')
  t.ok(statSync('/dev/null').isCharacterDevice())
})

t.test('an export through a link without a target creates the target', async (t) => {
  await using simulator = await createSimulator()
  const here = t.testdir({
    below: {},
    link: t.fixture('symlink', 'next'),
    next: t.fixture('symlink', 'below/state.vskit'),
    loop: t.fixture('symlink', 'loop'),
    nowhere: t.fixture('symlink', 'none/state.vskit'),
  })
  await simulator.exportSnapshot(`${here}/link`)
  t.match(readFileSync(`${here}/below/state.vskit`, 'latin1'), /^{"format":"vskit-snapshot",/)
  t.ok(lstatSync(`${here}/link`).isSymbolicLink())
  await t.rejects(simulator.exportSnapshot(`${here}/loop`), {
    message: /loop cannot be written: .*symbolic links/,
  })
  await t.rejects(simulator.exportSnapshot(`${here}/nowhere`), {
    message: /nowhere cannot be written: its folder does not exist/,
  })
  t.strictSame(readdirSync(here).sort(), ['below', 'link', 'loop', 'next', 'nowhere'])
})
