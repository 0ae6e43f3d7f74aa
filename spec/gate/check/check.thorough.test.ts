import { join } from 'node:path'
import t from 'tap'
import { ran, SPEC } from '../testing.ts'
import { openClauses } from './checks.ts'

t.test('the contract of this checkout is valid', async (t) => {
  const { out, err, code } = await ran(join(SPEC, '..'), 'check', '--complete', '--json')
  t.equal(err, '')
  const { checkout, checks } = JSON.parse(out) as {
    checkout: boolean
    checks: { name: string; problems: string[] }[]
  }
  t.equal(checkout, true)
  const covered = checks.pop()
  t.strictSame(
    checks.filter(({ problems }) => problems.length > 0),
    [],
  )
  t.ok(checks.length >= 15, `${checks.length} checks`)
  t.strictSame(
    covered!.problems,
    openClauses().map((id) => `${id} is open`),
    'with --complete, requirements without a test are counted',
  )
  t.equal(code, covered!.problems.length > 0 ? 1 : 0)
})
