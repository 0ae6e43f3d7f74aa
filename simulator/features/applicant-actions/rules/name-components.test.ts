import t from 'tap'
import { nameComponentsOf, neededBy } from './name-components.ts'

t.test('SDK-007 the checks of a session decide whether name components are required', async (t) => {
  const rows: [types: string[], expected: string][] = [
    [['background_check'], 'required'],
    [['id_verification', 'credit_history', 'background_check'], 'required'],
    [['credit_history'], 'requested'],
    [['id_verification', 'sanctions_screening'], 'requested'],
    [['id_verification', 'custom_form', 'esign', 'email_verification'], 'optional'],
    [['a_type_of_tomorrow', 'constructor'], 'optional'],
    [[], 'optional'],
  ]
  for (const [types, expected] of rows)
    t.equal(nameComponentsOf(types.map((type) => ({ type }))), expected, types.join())
  t.equal(neededBy('email_verification'), 'email')
  t.equal(neededBy('toString'), undefined)
})
