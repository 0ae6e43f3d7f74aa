import t from 'tap'
import { codeNamedBy } from './error-urls.ts'

t.test('the code that a URL names', async (t) => {
  for (const [url, code] of [
    ['https://docs.service.example/errors/payment_required', 'payment_required'],
    ['https://docs.service.example/Errors/Payment-Required.html#top', 'payment_required'],
    ['https://docs.service.example/errors?code=payment_required', 'payment_required'],
    ['https://docs.service.example/errors#payment_required', 'payment_required'],
    [
      'https://docs.service.example/resource_not_found/artifact_not_available',
      'artifact_not_available',
    ],
    ['https://payment_required.example/17', undefined],
    ['https://docs.service.example/errors/unauthorized', undefined],
    ['payment_required', undefined],
    [7, undefined],
  ] as const)
    t.equal(codeNamedBy(url), code, String(url))
})
