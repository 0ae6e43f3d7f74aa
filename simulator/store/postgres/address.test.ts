import t from 'tap'
import { databasesOf, shownStore } from './address.ts'

const A = 'postgres://vskit:hunter2@a.internal/vskit'
const B = 'postgres://vskit:hunter3@b.internal:6432/vskit'

t.test('one database for both regions, or one for each', async (t) => {
  t.strictSame(databasesOf(A), {
    both: { url: A, database: 'vskit', shown: 'postgres://a.internal:5432/vskit' },
  })
  const expected = {
    us: { url: A, database: 'vskit', shown: 'postgres://a.internal:5432/vskit' },
    eu: { url: B, database: 'vskit', shown: 'postgres://b.internal:6432/vskit' },
  }
  t.strictSame(databasesOf(`us=${A},eu=${B}`), expected)
  t.strictSame(databasesOf(`eu=${B},us=${A}`), expected)
  t.equal(
    shownStore(`us=${A},eu=${B}`),
    'us=postgres://a.internal:5432/vskit,eu=postgres://b.internal:6432/vskit',
  )
})

t.test('special characters of the name of a database are decoded', async (t) => {
  const url = 'postgres://vskit:hunter2@a.internal/a%2Fb%3Fc%23d%40e%252F'
  t.strictSame(databasesOf(url), {
    both: { url, database: 'a/b?c#d@e%2F', shown: 'postgres://a.internal:5432/a/b?c#d@e%2F' },
  })
})

t.test('other values are refused with the expected form, and never repeated', async (t) => {
  for (const [text, problem] of [
    [`us=${A}`, /got no database for region eu\. One database for both regions needs no us=/],
    [`eu=${A}`, /got no database for region us/],
    [`us=${A},us=${B}`, /got region us twice/],
    [`us=${A},eu=${A}`, /got the same database for both/],
    [`us=${A},asia=${B}`, /got another part/],
    [`us=${A},eu=`, /got something else/],
    [`us=${A};eu=${B}`, /host or database missing|got no database for region eu|second @/],
    ['us=postgres://vskit:hunter2,x@a/vskit,eu=postgres://b/vskit', /%2C for a comma/],
    [`asia=${A},eu=${B}`, /got another part/],
    ['mysql://vskit:hunter2@a/vskit', /got something else/],
    ['postgres://vskit@hunter2/3@a/vskit', /got a second @/],
    ['postgres://vskit:hunter2@/vskit', /host or database missing|got something else/],
  ] as const) {
    let message = 'it was accepted'
    try {
      databasesOf(text)
    } catch (error) {
      ;({ message } = error as Error)
    }
    t.match(message, problem, text)
    t.match(message, /^(The database of region (us|eu): )?Expected --store /, text)
    t.notMatch(message, /hunter/, text)
  }
})
