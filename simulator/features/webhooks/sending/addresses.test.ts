import t from 'tap'
import { allowedReceivers, blockedReceiver, isAllowed, isLoopback, mayCall } from './addresses.ts'

const LOOPBACK = [
  '127.0.0.1',
  '127.0.0.0',
  '127.255.255.255',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:7F00:0001',
]

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::200e',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
]

/** Kind of network, and addresses in it: the first, the last, and one mapped to IPv6. */
const NOT_PUBLIC: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.255.255.255', '::ffff:0.0.0.0'],
  private: [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.255.255',
    '::ffff:10.0.0.1',
    '::ffff:c0a8:101',
  ],
  'shared by a provider': ['100.64.0.0', '100.127.255.255'],
  'link-local, where clouds serve their credentials': [
    '169.254.0.0',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::',
    'febf::1',
    'fe80::1%lo',
  ],
  'protocol assignments': ['192.0.0.0', '192.0.0.255', '2001::', '2001:1ff:ffff::'],
  documentation: [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff:ffff::',
  ],
  measurements: ['198.18.0.0', '198.19.255.255'],
  multicast: ['224.0.0.0', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  reserved: ['240.0.0.0', '255.255.255.255'],
  unspecified: ['::', '0:0:0:0:0:0:0:0'],
  'IPv4 mapped to IPv6': [
    '::127.0.0.1',
    '::7f00:1',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:a00:1::1',
  ],
  discarded: ['100::', '100::ffff:ffff:ffff:ffff'],
  'segment routing': ['5f00::1'],
  'private IPv6': ['fc00::', 'fd12:3456::1', 'fdff:ffff::'],
  'site-local': ['fec0::1', 'feff::1'],
}

t.test('public addresses are called', async (t) => {
  for (const address of PUBLIC)
    t.ok(mayCall(address, false) && mayCall(address, true) && !isLoopback(address), address)
})

t.test('private and reserved addresses are not called', async (t) => {
  for (const [what, addresses] of Object.entries(NOT_PUBLIC)) {
    for (const address of addresses)
      t.notOk(mayCall(address, false) || mayCall(address, true), `${what}: ${address}`)
  }
})

t.test('loopback addresses are called only if allowed', async (t) => {
  for (const address of LOOPBACK) {
    t.ok(isLoopback(address), address)
    t.notOk(mayCall(address, false), address)
    t.ok(mayCall(address, true), address)
  }
})

t.test('an invalid address is not called', async (t) => {
  const texts = [
    '',
    'localhost',
    'example.com',
    '1.2.3',
    '0x7f.1',
    '2130706433',
    '127.1',
    '010.0.0.1',
    '1.2.3.4.5',
    '[::1]',
    ':::1',
    '8.8.8.8:443',
    ' 8.8.8.8',
  ]
  for (const text of texts) t.notOk(mayCall(text, true), text)
})

t.test('receivers can be allowed by network, address or name', async (t) => {
  const allowed = allowedReceivers(['172.16.0.0/12', 'fd00::/8', '10.1.2.3', 'App.Internal'])
  for (const [address, host, expected] of [
    ['172.20.0.5', 'x', true],
    ['172.32.0.5', 'x', false],
    ['fd12::1', 'x', true],
    ['10.1.2.3', 'x', true],
    ['10.1.2.4', 'x', false],
    ['10.9.9.9', 'app.internal', true],
    ['10.9.9.9', 'app.internal.evil.example', false],
    ['nonsense', 'x', false],
  ] as const)
    t.equal(isAllowed(address, host, allowed), expected, `${address} ${host}`)
})

t.test('what is no network, address or name is refused', async (t) => {
  for (const entry of ['10.0.0.0/8/9', '10.0.0.0/33', '10.0.0.0/', '/8', 'app/8', 'fd00::/129', ''])
    t.throws(() => allowedReceivers([entry]), { message: `got '${entry}'` }, entry)
  t.doesNotThrow(() => allowedReceivers(['0.0.0.0/0', '::/0', 'fd00::1/128']))
})

t.test('reports why a receiver will not be called, if its URL shows it', async (t) => {
  const none = allowedReceivers([])
  for (const [url, flag] of [
    ['https://127.0.0.1:8443/', '--loopback-receivers'],
    ['https://localhost/', '--loopback-receivers'],
    ['https://app.localhost/', '--loopback-receivers'],
    ['https://[::1]/', '--loopback-receivers'],
    ['https://169.254.169.254/', '--allow-receivers 169.254.169.254'],
    ['https://167772161/', '--allow-receivers 10.0.0.1'],
  ] as const)
    t.match(
      blockedReceiver(url, false, none),
      `Start the simulator with ${flag}, or use vskit listen`,
    )
  t.equal(blockedReceiver('https://localhost/', true, none), undefined)
  t.equal(blockedReceiver('https://10.0.0.1/', false, allowedReceivers(['10.0.0.0/8'])), undefined)
  for (const host of ['8.8.8.8', 'hooks.example.com', 'localhost.example.com'])
    t.equal(blockedReceiver(`https://${host}/`, false, none), undefined)
})
