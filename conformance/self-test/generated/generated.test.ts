import t from 'tap'
import { sharedSimulator } from '../simulator.ts'
import { judgeAll } from './judge-derived.ts'
import { loadReasons, reasonFor } from './reasons.ts'
import { describeScore, scoreOf, violatingMutants } from './run.ts'
import { derive } from './derive.ts'

t.test('each derived fault has a name of its own', async (t) => {
  const names = derive().map(({ name }) => name)
  t.equal(new Set(names).size, names.length)
  t.ok(names.length > 2000)
  for (const name of [
    'retrieveSession 200: data.status left out',
    'retrieveSession 200: without the header X-RateLimit-Reset',
    'refusal 422: error.details.issues left out',
    'kyc.session.completed: occurredAt left out',
    'createWorkflowTemplate: takes screening_rules against maxItems 100',
    'createWorkflowTemplate: refuses screening_rules at maxItems 100',
  ])
    t.ok(names.includes(name), name)
})

t.test('each reason is a sentence, and fits a derived fault', async (t) => {
  const names = derive().map(({ name }) => name)
  for (const file of ['left-open', 'survivors'] as const) {
    for (const { match, reason } of loadReasons(file)) {
      t.match(reason, /^[A-Z].{15,}\.$/s, String(match))
      t.ok(
        names.some((name) => match.test(name)),
        `${file}: ${match}`,
      )
    }
  }
})

t.test('a sample of the generated faults is found', async (t) => {
  const simulator = await sharedSimulator(t)
  // What the whole run finds out by itself: these see the parts that are broken below.
  const seen = new Map([
    ['retrieveSession 200', ['sessions.create-and-retrieve']],
    ['verifySignedDocument 200', ['keys.published', 'verify.verified']],
    ['402', ['billing.wallet-empty']],
    ['kyc.session.expired', ['webhooks.event-expired']],
    ['createWorkflowTemplate', ['templates.hundred-rules']],
  ])
  const names = [
    'retrieveSession 200: data.status left out',
    'verifySignedDocument 200: match turned over',
    'refusal 402: error.code left out',
    'kyc.session.expired: outcome left out',
    'createWorkflowTemplate: takes screening_rules against maxItems 100',
  ]
  const some = violatingMutants().mutants.filter(({ name }) => names.includes(name))
  const judged = await judgeAll(simulator, some, seen, 2)
  t.strictSame(
    judged.filter(({ verdict }) => verdict !== 'killed').map(({ mutant }) => mutant.name),
    [],
  )
  const score = scoreOf(judged, 9)
  t.match(score, { killed: 5, survived: 0, leftOpen: 4, unexplained: [] })
  t.match(describeScore(score), /^5 of 5 faults derived from the contract are found/)
})

t.test('points that the contract leaves open are not judged', async (t) => {
  const open = loadReasons('left-open')
  t.match(
    reasonFor(open, 'createSession 201: data.hosted_url left out')?.reason,
    /GAP-CREATE-SESSION/,
  )
  t.equal(reasonFor(open, 'createSession 201: data.id left out'), undefined)
})
