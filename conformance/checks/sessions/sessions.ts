import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { newSession, resourceIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { listWith } from '../../check/eventually.ts'
import { at, isObject, walk } from '../../http/json.ts'

/** A few keys of letters and underscores only, two of them with a meaning outside the metadata. */
const PLAIN_KEYS = ['orderId', 'order_id', 'ORDER_ID', 'expected_outcome', 'first_name']

/** Keys that servers lose: case rewritten, prototypes, numbers taken for indexes, Unicode normalized. */
const METADATA_KEYS = [
  ...PLAIN_KEYS,
  'ORDER-ID',
  '__proto__',
  'constructor',
  '10',
  '2',
  '007',
  'caf\u00e9',
  'cafe\u0301',
  'ключ',
  'two words',
]

/** JSON text: in an object literal, `__proto__` would set the prototype, and numeric keys would move to the front. */
const textOf = (keys: readonly string[]): string =>
  `{${keys.map((key, i) => `${JSON.stringify(key)}:"value ${i}"`).join(',')}}`

export const sessionChecks: readonly Check[] = [
  {
    id: 'sessions.create-and-retrieve',
    area: 'sessions',
    requirements: [
      'END-004',
      'END-009',
      'END-011',
      'SES-001',
      'SES-002',
      'SES-004',
      'IDV-024',
      'IDV-026',
    ],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.test'] },
    why: 'Every integration starts with these two calls.',
    async run(ctx) {
      const created = await ctx.step('create a session', {
        method: 'POST',
        path: '/v1/sessions',
        as: 'home.test',
        json: ctx.sessionFields('home.test'),
      })
      // The contract leaves the status and the wrapper open (GAP-CREATE-SESSION).
      if (!ctx.expect('END-004', '2xx', isAccepted(created), statusAndCode(created))) return
      const session = resourceIn(created)
      const id = session?.['id']
      if (
        !ctx.expect(
          'END-009',
          'a session with an id',
          typeof id === 'string' && id !== '' && !created.isLargeNumber(id),
          created.json,
        )
      )
        return
      // Many clients name the charset of JSON; only others than UTF-8 are open (GAP-BODY-FRAMING).
      const typed = await ctx.step('create one as application/json with its charset', {
        method: 'POST',
        path: '/v1/sessions',
        as: 'home.test',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: Buffer.from(JSON.stringify(ctx.sessionFields('home.test'))),
      })
      ctx.expect('END-004', '2xx', isAccepted(typed), statusAndCode(typed))
      ctx.expect('SES-001', 'an id that begins with vs_', String(id).startsWith('vs_'), id)
      ctx.expect(
        'IDV-026',
        'no idv in the response to the creation',
        !Object.hasOwn(session!, 'idv'),
        session!['idv'],
      )

      const retrieved = await ctx.step('retrieve it', {
        method: 'GET',
        path: sessionPath(String(id)),
        as: 'home.test',
      })
      ctx.expect(
        'SES-002',
        '200 for the id unchanged',
        retrieved.status === 200,
        statusAndCode(retrieved),
      )
      const data = at(retrieved.json, 'data')
      const isSame = isObject(data) && data['id'] === id
      if (!ctx.expect('END-011', 'an object in data with the same id', isSame, data)) return
      ctx.expect(
        'SES-004',
        'a status as a string',
        typeof at(data, 'status') === 'string',
        at(data, 'status'),
      )
      ctx.expect(
        'IDV-024',
        'no idv before an identity check ran',
        at(data, 'idv') === undefined && !Object.hasOwn(data as object, 'idv'),
        at(data, 'idv'),
      )
    },
  },
  {
    id: 'sessions.metadata-keys',
    area: 'sessions',
    requirements: ['END-007', 'SES-009', 'SES-010', 'VER-016'],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.test'] },
    why: 'Integrators find their records by these keys; a renamed or dropped one loses a record.',
    async run(ctx) {
      // Shows that the metadata would cause a refusal below.
      await newSession(ctx, 'home.test')
      const others = JSON.stringify(ctx.sessionFields('home.test')).slice(1, -1)
      const create = (keys: readonly string[]) =>
        ctx.step(`create a session with ${keys.length} keys of metadata`, {
          method: 'POST',
          path: '/v1/sessions',
          as: 'home.test',
          headers: { 'Content-Type': 'application/json' },
          body: Buffer.from(`{${others === '' ? '' : `${others},`}"metadata":${textOf(keys)}}`),
        })
      let keys: readonly string[] = METADATA_KEYS
      let created = await create(keys)
      if (created.status === 422) {
        // The contract leaves the number and the characters of keys open.
        ctx.observe('GAP-METADATA-BOUNDS', `422 for keys such as ${keys.join(', ')}`)
        keys = PLAIN_KEYS
        created = await create(keys)
      }
      const taken = ctx.expect(
        'END-007',
        '2xx for a session with metadata',
        isAccepted(created),
        statusAndCode(created),
      )
      const id = resourceIn(created)?.['id']
      if (!taken || typeof id !== 'string') return
      const retrieved = await ctx.setUp('retrieve it', {
        method: 'GET',
        path: sessionPath(id),
        as: 'home.test',
      })
      const metadata = at(retrieved.json, 'data', 'metadata')
      // The order of JSON members has no meaning, so it is not compared.
      const sent = JSON.parse(textOf(keys)) as Record<string, string>
      const lost = keys.filter((key) => !isObject(metadata) || !Object.hasOwn(metadata, key))
      const strange = isObject(metadata)
        ? Object.keys(metadata).filter((key) => !Object.hasOwn(sent, key))
        : []
      const got = `lost ${JSON.stringify(lost)}, not sent ${JSON.stringify(strange)}`
      for (const requirement of ['SES-010', 'VER-016']) {
        ctx.expect(
          requirement,
          'exactly the keys that were sent',
          lost.length + strange.length === 0,
          got,
        )
      }
      const changed = keys.filter(
        (key) => !lost.includes(key) && at(metadata, key) !== at(sent, key),
      )
      ctx.expect(
        'SES-009',
        'the strings unchanged',
        changed.length === 0,
        `changed under ${JSON.stringify(changed)}`,
      )
    },
  },
  {
    id: 'sessions.list-has-no-idv',
    area: 'sessions',
    requirements: ['END-010', 'IDV-025'],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.test'] },
    why: 'Lists are read and logged more widely than a single session, so they must not contain results of checks.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.test')
      const answer = await listWith(ctx, '/v1/sessions', id)
      ctx.expect('END-010', '200', answer.status === 200, statusAndCode(answer))
      // The contract leaves the form of lists open (GAP-LISTS), so search for idv at any depth
      // except in the customer's metadata.
      const found = walk(answer.json, (key) => key !== 'metadata').find(
        ({ value }) => isObject(value) && Object.hasOwn(value, 'idv'),
      )
      ctx.expect(
        'IDV-025',
        'no item with idv',
        found === undefined,
        found ? `idv at /${found.path.join('/')}` : 'none',
      )
    },
  },
]
