import t from 'tap'
import document from '../../../spec/generated/openapi.json' with { type: 'json' }
import { CHECKS } from '../all.ts'
import { MUTANTS } from '../mutants.ts'
import { ID_OPERATIONS, placeOfCheck, requestOf, RESOURCES } from './id-operations.ts'
import { STRANGERS } from './strangers.ts'
import { readOpenChoices } from '../../target/open-choices.ts'
import { SIMULATOR_ROUTES } from '../../target/simulator.ts'

t.test('every operation of the contract that takes an id is in the isolation matrix', async (t) => {
  const withId = Object.keys(document.paths).filter(
    (path) => path.startsWith('/v1/') && path.includes('{id}'),
  )
  t.strictSame(
    new Set(ID_OPERATIONS.map(({ path }) => path.replace(/\/front$/, '/{artifact}'))),
    new Set(withId),
  )
  t.strictSame(new Set(ID_OPERATIONS.map(({ resource }) => resource)), new Set(RESOURCES))
  const killed = new Set(MUTANTS.map(({ name }) => name))
  for (const { name, resource } of ID_OPERATIONS) {
    for (const stranger of STRANGERS) {
      t.ok(killed.has(`serves ${name} of ${stranger.label}`), `${name}, ${stranger.name}`)
      const { id } = placeOfCheck(resource, stranger.name)
      t.ok(
        CHECKS.some((check) => check.id === id),
        id,
      )
    }
  }
})

t.test(
  'an open route is requested as the target file names it, and not without a name',
  async (t) => {
    const cancel = ID_OPERATIONS.find(({ name }) => name === 'cancelSession')!
    t.equal(requestOf(cancel, 'vs_1', readOpenChoices()), undefined)
    t.match(
      requestOf(cancel, 'vs 1', readOpenChoices({ routes: { cancel_session: 'PUT /v1/x/{id}' } })),
      { method: 'PUT', path: '/v1/x/vs%201' },
    )
    for (const operation of ID_OPERATIONS) {
      const request = requestOf(operation, 'x1', readOpenChoices({ routes: SIMULATOR_ROUTES }))
      t.match(request, { method: operation.method, path: operation.path.replace('{id}', 'x1') })
    }
  },
)
