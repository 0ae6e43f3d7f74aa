import t from 'tap'
import type { JsonObject } from '../http/json.ts'
import { canMakeKeys, makeKeys } from './own-keys.ts'

t.test(
  'all keys of a check belong to one organization, except those of the stranger',
  async (t) => {
    const calls: [string, JsonObject][] = []
    let made = 0
    const keys = await makeKeys(
      [
        'home.test',
        'home.live',
        'home.test_read_only',
        'home.test_other_organization',
        'other.test',
      ],
      { home: 'eu', mode: 'test' },
      async (state, params) => {
        calls.push([state, params])
        return { organization: `org-${++made}`, key: `key-${made}` }
      },
    )
    t.strictSame(calls, [
      ['organization', { region: 'eu', mode: 'test' }],
      ['key', { region: 'eu', mode: 'live', organization: 'org-1' }],
      ['key', { region: 'eu', mode: 'test', organization: 'org-1', scopes: ['sessions:read'] }],
      ['organization', { region: 'eu', mode: 'test' }],
      ['key', { region: 'us', mode: 'test', organization: 'org-1' }],
    ])
    t.strictSame(
      [...keys].map(([label, { key, region }]) => [label, key, region]),
      [
        ['eu.test', 'key-1', 'eu'],
        ['eu.live', 'key-2', 'eu'],
        ['eu.test_read_only', 'key-3', 'eu'],
        ['eu.test_other_organization', 'key-4', 'eu'],
        ['us.test', 'key-5', 'us'],
      ],
    )
  },
)

t.test('live keys may be in place of the test keys', async (t) => {
  const modes: unknown[] = []
  await makeKeys(
    ['home.test', 'home.live', 'home.test_other_organization'],
    { home: 'us', mode: 'live' },
    async (_state, { mode }) => {
      modes.push(mode)
      return { organization: 'org-1', key: 'key-1' }
    },
  )
  t.strictSame(modes, ['live', 'live', 'live'])
})

t.test('both states have to be offered, and to return their keys', async (t) => {
  t.ok(canMakeKeys(new Set(['organization', 'key', 'more'])))
  t.notOk(canMakeKeys(new Set(['organization'])))
  t.notOk(canMakeKeys(new Set()))
  await t.rejects(
    makeKeys(['home.test'], { home: 'us', mode: 'test' }, async () => ({})),
    /expected the binding organization/,
  )
  await t.rejects(
    makeKeys(['home.test'], { home: 'us', mode: 'test' }, async () => ({
      organization: 'x',
      key: 7,
    })),
    /the binding key/,
  )
})
