import t from 'tap'
import { withoutProxy } from './no-proxy.ts'

t.test('an environment without a proxy stays as it is', async (t) => {
  t.strictSame(withoutProxy({}), {})
  t.strictSame(withoutProxy({ HTTP_PROXY: '', NO_PROXY: 'db.internal' }), {})
})

t.test('behind a proxy, this machine is reached directly', async (t) => {
  const loopback = '127.0.0.1,localhost,::1'
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'all_proxy'])
    t.strictSame(
      withoutProxy({ [name]: 'http://proxy:3128' }),
      { NO_PROXY: loopback, no_proxy: loopback },
      name,
    )
})

t.test('hosts that were reached directly stay so', async (t) => {
  const HTTP_PROXY = 'http://proxy:3128'
  const both = (all: string): object => ({ NO_PROXY: all, no_proxy: all })
  t.strictSame(
    withoutProxy({ HTTP_PROXY, NO_PROXY: 'db.internal, localhost' }),
    both('db.internal,localhost,127.0.0.1,::1'),
  )
  t.strictSame(
    withoutProxy({ HTTP_PROXY, NO_PROXY: 'upper', no_proxy: 'lower' }),
    both('lower,127.0.0.1,localhost,::1'),
  )
  t.strictSame(withoutProxy({ HTTP_PROXY, NO_PROXY: '*' }), both('*'))
})
