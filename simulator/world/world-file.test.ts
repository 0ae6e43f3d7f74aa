import t from 'tap'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import { readWorld } from './world-file.ts'

/** Returns the errors of the demo world with these steps; undefined if it is valid. */
function said(...steps: object[]): string | undefined {
  const world = structuredClone(demoWorld) as { organizations: { default_workflow?: object }[] }
  world.organizations[0]!.default_workflow = { steps }
  try {
    readWorld(JSON.stringify(world), 'world.json')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const at = (place: string): string => `organizations.0.default_workflow.steps.${place}`
const form = (op: string, value: unknown): object => ({
  type: 'custom_form',
  config: {
    questions: [{ id: 'pets', type: 'yes_no', label: 'Pets?' }],
    rules: [{ when: { questionId: 'pets', op, value }, action: 'flag_for_review' }],
  },
})

t.test('every check type is a step, with an id or without', async (t) => {
  const types = ['credit_history', 'background_check', 'sanctions_screening', 'email_verification']
  t.equal(said(...types.map((type) => ({ type }))), undefined)
  const config = { faceCheck: 'liveness', allowPhotoUpload: true }
  t.equal(said({ id: 'identity', type: 'id_verification', config }), undefined)
  t.equal(said(form('eq', true)), undefined)
})

t.test('an unknown step, and settings of another step type, are rejected', async (t) => {
  t.match(said({ type: 'palm_reading' }), at('0.type'))
  t.match(said({ type: 'credit_history', config: { faceCheck: 'selfie' } }), at('0.config'))
  t.match(said({ type: 'custom_form' }), at('0.config'))
  t.match(said({ id: 'not an id', type: 'credit_history' }), at('0.id'))
})

t.test('CHK-005 a selfie and active liveness together, in any spelling', async (t) => {
  for (const config of [
    { faceCheck: ['selfie', 'liveness'] },
    { selfie: true, liveness: true },
    { faceCheck: 'selfie', liveness: true },
  ]) {
    t.match(said({ type: 'id_verification', config }), at('0.config'), JSON.stringify(config))
  }
})

t.test('errors that involve several entries', async (t) => {
  t.match(said({ id: 'step_2', type: 'credit_history' }, { type: 'background_check' }), at('1.id'))
  t.match(said({ type: 'credit_history' }, form('gt', 5)), at('1.config.rules.0.when.op'))
})

t.test(
  'VER-022 a key with a retired scope is rejected with the key and the scope to grant instead',
  async (t) => {
    const world = structuredClone(demoWorld)
    world.organizations[0]!.keys[0]!.scopes = [
      'sessions:read',
      'reports:images',
      'applicants:manage',
    ]
    const read = (): unknown => readWorld(JSON.stringify(world), 'world.json')
    t.throws(
      read,
      /world\.json .*\n {2}key key_acme_test_main: 'reports:images' .* sessions:read_report instead/,
    )
    t.throws(
      read,
      /key_acme_test_main: 'applicants:manage' .* applicants:read and applicants:write instead/,
    )
    world.organizations[0]!.keys[0]!.scopes = ['sessions:read']
    t.doesNotThrow(read)
  },
)
