import t from 'tap'
import { errors } from '../../spec/generated/errors.ts'
import { ApiError, validationError } from './errors.ts'

t.test('an error has the status and the message of the error table', async (t) => {
  const error = new ApiError('resource_not_found')
  t.match(error, {
    code: 'resource_not_found',
    status: 404,
    details: {},
    message: errors.resource_not_found.message,
  })
  t.match(new ApiError('insufficient_scope', { required_scope: 'x' }, 'Ask for x'), {
    status: 403,
    message: 'Ask for x',
    details: { required_scope: 'x' },
  })
})

t.test('VAL-001 ERR-001 a validation error lists all problems', async (t) => {
  const issues = [
    { code: 'custom', path: ['a'], message: 'one' },
    { code: 'custom', path: [0], message: 'two' },
  ]
  t.match(validationError(issues), { code: 'validation_error', status: 422, details: { issues } })
})
