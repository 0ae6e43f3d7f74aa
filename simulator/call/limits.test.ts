import t from 'tap'
import { routeClasses, tiers } from '../../spec/generated/limits.ts'
import type { Tier } from '../world/world.ts'
import { limitFor } from './limits.ts'

const classes = Object.values(routeClasses)
const budget = (routeClass: string, tier: Tier): number => limitFor(routeClass, { tier }).budget

t.test("LIM-014 every class has the contract's limit on every tier", async (t) => {
  t.strictSame([...tiers].sort(), ['custom', 'elevated', 'enterprise', 'standard'])
  for (const { name, window_seconds, budgets } of classes) {
    for (const tier of tiers) {
      const given: number | null = budgets[tier]
      const expected = {
        routeClass: name,
        windowMs: window_seconds * 1000,
        budget: given ?? budgets.enterprise,
      }
      t.strictSame(limitFor(name, { tier }), expected, `${name}, ${tier}`)
    }
  }
})

t.test('LIM-009 LIM-010 the window is a minute, a day for data subject requests', async (t) => {
  for (const { name } of classes) {
    t.equal(
      limitFor(name, { tier: 'standard' }).windowMs,
      name === 'dsar:create' ? 86_400_000 : 60_000,
      name,
    )
  }
})

t.test('LIM-011 LIM-020 RLC-005 evidence images: 120 a minute on every tier', async (t) => {
  for (const tier of tiers) t.equal(budget('sessions:read_image', tier), 120, tier)
})

t.test('LIM-021 RLC-011 data subject requests: low, and the same on every tier', async (t) => {
  for (const tier of tiers)
    t.equal(budget('dsar:create', tier), budget('dsar:create', 'standard'), tier)
  t.ok(budget('dsar:create', 'standard') < budget('applicants:create', 'standard'))
})

t.test(
  'LIM-019 RLC-003 RLC-004 reports: well below other reads, and flat from elevated on',
  async (t) => {
    t.ok(budget('sessions:read_report', 'elevated') > budget('sessions:read_report', 'standard'))
    t.equal(
      budget('sessions:read_report', 'enterprise'),
      budget('sessions:read_report', 'elevated'),
    )
    t.equal(budget('sessions:read_report', 'custom'), budget('sessions:read_report', 'elevated'))
    for (const tier of tiers)
      t.ok(budget('sessions:read_report', tier) * 2 < budget('reads', tier), tier)
  },
)

t.test('LIM-018 the other classes rise with the tier', async (t) => {
  const flat = ['sessions:read_image', 'sessions:read_report', 'dsar:create']
  const rising = classes.map(({ name }) => name as string).filter((name) => !flat.includes(name))
  t.strictSame(rising.sort(), [
    'applicants:create',
    'global',
    'idv:create',
    'reads',
    'sessions:create',
  ])
  for (const name of rising) {
    t.ok(budget(name, 'standard') < budget(name, 'elevated'), name)
    t.ok(budget(name, 'elevated') < budget(name, 'enterprise'), name)
  }
})

t.test('an organization may have different budgets', async (t) => {
  const own = { tier: 'custom' as const, budgets: { reads: 7 } }
  t.equal(limitFor('reads', own).budget, 7)
  t.equal(
    limitFor('global', own).budget,
    budget('global', 'enterprise'),
    'where it has none, those of enterprise',
  )
  t.equal(limitFor('reads', { tier: 'standard', budgets: { reads: 9 } }).budget, 9)
  t.equal(limitFor('reads', { tier: 'standard', budgets: {} }).budget, 300)
})

t.test('an unknown route class is a programming error', async (t) => {
  for (const name of ['none', 'reports', '', '__proto__', 'toString']) {
    t.throws(() => limitFor(name, { tier: 'standard' }), { message: `no route class ${name}` })
  }
})
