import t from 'tap'
import { openRequest, readOpenChoices } from './open-choices.ts'
import { subscriptionBody } from './subscription-body.ts'

t.test('the values of a subscription are put into the form of the target file', async (t) => {
  const values = { events: ['kyc.session.completed'], url: 'https://receiver.example/1' }
  t.strictSame(
    subscriptionBody({ types: '{events}', to: { address: '{url}' }, on: true }, values),
    {
      types: ['kyc.session.completed'],
      to: { address: 'https://receiver.example/1' },
      on: true,
    },
  )
  t.equal(subscriptionBody({ events: ['kyc.session.expired'] }, values), undefined, 'no form')
})

t.test('a check to which the values do not matter sends the form with any', async (t) => {
  const choices = readOpenChoices({
    routes: { update_webhook_subscription: 'PUT /hooks/{id}' },
    bodies: { update_webhook_subscription: { types: '{events}', to: '{url}' } },
  })
  t.match(openRequest(choices, 'update_webhook_subscription', 'a/b'), {
    method: 'PUT',
    path: '/hooks/a%2Fb',
    json: { types: [/^kyc\.session\./], to: /^https:/ },
  })
})
