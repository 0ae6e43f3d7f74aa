import t from 'tap'
import { Answer } from '../http/answer.ts'
import { facetsOf, distinguishingFacets, unknownIdLike } from './indistinguishable.ts'

function answer(
  change: {
    status?: string
    headers?: string[]
    message?: string
    id?: string
    body?: string
  } = {},
): Answer {
  const {
    status = 'HTTP/1.1 404 Not Found',
    headers = [],
    message = 'No such resource.',
    id = `req_${Math.random()}`,
  } = change
  const body = Buffer.from(
    change.body ??
      JSON.stringify({ error: { code: 'resource_not_found', message, request_id: id } }),
  )
  return new Answer({
    status: 404,
    statusLine: status,
    milliseconds: 0,
    body,
    rawHeaders: [
      'X-Request-Id',
      id,
      'Date',
      new Date(Math.random() * 1e12).toUTCString(),
      'X-RateLimit-Remaining',
      String(Math.random()),
      'Content-Length',
      String(body.byteLength),
      ...headers,
    ],
  })
}

const three = (make: (i: number) => Answer) => [0, 1, 2].map((i) => facetsOf(make(i)))
const plain = three(() => answer())

t.test('request id, date and rate counters do not count as differences', async (t) => {
  t.strictSame(
    distinguishingFacets(
      plain,
      three(() => answer({ id: `req_${'long'.repeat(5)}${Math.random()}` })),
    ),
    [],
  )
})

t.test('every other difference counts', async (t) => {
  const cases: [string, (i: number) => Answer][] = [
    ['status line', () => answer({ status: 'HTTP/1.1 404 Not there' })],
    ['body', () => answer({ message: 'no such resource.' })],
    ['header names and their order', () => answer({ headers: ['Vary', 'Accept'] })],
    ['header vary', () => answer({ headers: ['Vary', 'Accept'] })],
    [
      'header content-length',
      () => {
        const one = answer({ body: '{}' })
        return new Answer({
          ...one,
          status: 404,
          rawHeaders: ['Content-Length', '9'],
          body: one.body,
          statusLine: one.statusLine,
        })
      },
    ],
    // A value that is constant on one side is enough to tell the sides apart, even if the other
    // side never repeats itself.
    ['body', (i) => answer({ body: `${i}` })],
  ]
  for (const [facet, make] of cases) {
    t.ok(
      distinguishingFacets(plain, three(make)).some((line) => line.startsWith(`${facet}: `)),
      facet,
    )
  }
})

t.test('a member that always varies hides no difference in another', async (t) => {
  const with_ = (message: string) =>
    three(() => answer({ body: JSON.stringify({ error: { message }, at: Math.random() }) }))
  t.strictSame(distinguishingFacets(with_('Gone.'), with_('Gone.')), [])
  t.match(
    distinguishingFacets(with_('Gone.'), with_('Never there.')).join(),
    /^member error\.message: /,
  )
  t.match(
    distinguishingFacets(
      with_('Gone.'),
      three(() =>
        answer({
          body: JSON.stringify({ error: { message: 'Gone.' }, at: Math.random(), more: {} }),
        }),
      ),
    ).join(),
    /^members of the body: /,
  )
})

t.test('the order and the case of header names are compared, and duplicates', async (t) => {
  const names = (...headers: string[]) => three(() => answer({ headers }))
  t.ok(distinguishingFacets(names('A', '1', 'B', '2'), names('B', '2', 'A', '1')).length > 0)
  t.ok(distinguishingFacets(names('A', '1'), names('a', '1')).length > 0)
  t.ok(distinguishingFacets(names('A', '1'), names('A', '1', 'A', '1')).length > 0)
})

t.test('values that vary on both sides, or occur on both, do not count', async (t) => {
  t.strictSame(
    distinguishingFacets(
      three((i) => answer({ headers: ['X-Trace', `a${i}`] })),
      three((i) => answer({ headers: ['X-Trace', `b${i}`] })),
    ),
    [],
  )
  t.strictSame(
    distinguishingFacets(
      three((i) => answer({ headers: ['X-Took', String(i)] })),
      three(() => answer({ headers: ['X-Took', '1'] })),
    ),
    [],
  )
})

t.test(
  "a value that the caller sent may be repeated only where it is declared as the caller's own",
  async (t) => {
    const echo = (id: string, own?: string) => [facetsOf(answer({ message: `No ${id}.` }), own)]
    t.ok(distinguishingFacets(echo('vs_1'), echo('vs_2')).length > 0)
    t.strictSame(distinguishingFacets(echo('vs_1', 'vs_1'), echo('vs_2', 'vs_2')), [])
  },
)

t.test('an unknown id looks like a known one', async (t) => {
  const always = (below: number) => below - 1
  t.equal(unknownIdLike('vs_aB3-x9', always), 'vs_zZ9-z9')
  t.equal(unknownIdLike('42', always), '999', 'a number that does not exist yet')
  t.equal(unknownIdLike('vs_42', always), 'vs_999')
})

t.test('the facets of a deeply nested body take memory in proportion to it', async (t) => {
  const body = `{"data":${'['.repeat(5000)}1${']'.repeat(5000)}}`
  const characters = [...facetsOf(answer({ body }))].join('').length
  t.ok(characters < 60 * body.length, `${characters} characters for ${body.length}`)
})
