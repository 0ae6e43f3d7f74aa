import t from 'tap'
import type { ApiKey, Organization } from '../world/world.ts'
import { Credential } from './credential.ts'

const key: ApiKey = {
  id: 'key_1',
  type: 'sk',
  mode: 'live',
  scopes: ['sessions:read', 'wallet:read'],
}
const organization: Organization = {
  id: 'org_a',
  name: 'A',
  region: 'eu',
  plan: 'scale',
  tier: 'elevated',
  members: [],
  keys: [key],
  wallet: { currency: 'EUR', balance_minor: 1, status: 'active' },
  subscription: { status: 'active' },
}

t.test('a credential identifies the caller and its permissions', async (t) => {
  const credential = new Credential(organization, key)
  t.match(credential, { scope: 'eu/live/org_a', mode: 'live', tier: 'elevated' })
  t.ok(credential.granted.has('sessions:read'))
  t.notOk(credential.granted.has('sessions:write'))
})

t.test('LIM-005 LIM-007 each key and each route class has a counter of its own', async (t) => {
  const one = new Credential(organization, key)
  const two = new Credential(organization, { ...key, id: 'key_2' })
  one.window('reads').admit(0)
  t.equal(one.window('reads').remaining, 1199)
  t.equal(one.window('global').remaining, 600)
  t.equal(two.window('reads').remaining, 1200)
})

t.test('LIM-008 a new budget applies at once to the requests already counted', async (t) => {
  const changing = structuredClone(organization)
  const credential = new Credential(changing, key)
  const before = credential.window('reads')
  t.equal(credential.window('reads'), before, 'as long as nothing changes it is the same counter')
  before.admit(0)
  changing.tier = 'standard'
  t.equal(credential.window('reads').limit.budget, 300)
  t.equal(credential.window('reads').remaining, 299)
  t.equal(credential.tier, 'standard')
  changing.budgets = { reads: 3 }
  const own = credential.window('reads')
  t.strictSame([own.admit(0), own.admit(0), own.admit(0)], [true, true, false])
  changing.budgets = { reads: 1 }
  const lowered = credential.window('reads')
  t.strictSame([lowered.admit(0), lowered.remaining], [false, 0], 'below the count')
  t.equal(lowered.details('standard')['reset_at'], 60, 'the window stays the same')
  t.ok(lowered.admit(60_000), 'the next window')
})

t.test('LIM-011 a lowered and restored budget gives no 121st image in a window', async (t) => {
  const changing = structuredClone(organization)
  const credential = new Credential(changing, key)
  const served = (): number => {
    const window = credential.window('sessions:read_image')
    return Array.from({ length: 130 }, () => window.admit(0)).filter(Boolean).length
  }
  changing.budgets = { 'sessions:read_image': 100 }
  t.equal(served(), 100)
  delete changing.budgets
  t.equal(served(), 20)
})

t.test('AUT-007 a key expires by the clock', async (t) => {
  const at = (more: Partial<ApiKey>, now: number): boolean =>
    new Credential(organization, { ...key, ...more }).usable(now)
  const time = '2030-01-01T00:00:00.000Z'
  const moment = Date.parse(time)
  t.ok(at({}, moment))
  for (const field of ['revoked_at', 'expires_at'] as const) {
    t.ok(at({ [field]: time }, moment - 1), `${field}: before`)
    t.notOk(at({ [field]: time }, moment), `${field}: from that moment on`)
    t.notOk(at({ [field]: 'no time' }, 0), `${field}: an unreadable value grants nothing`)
  }
})
