import { isDeepStrictEqual } from 'node:util'
import { listWith, pollUntil } from '../../check/eventually.ts'
import type { Check } from '../../check/check.ts'
import { newSession, sessionIdIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { recordsIn, showsRecord } from '../../check/lists.ts'
import { Blocked } from '../../check/outcome.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'
import { cursorIn } from '../deliveries/log-queries.ts'
import { shown } from '../../text.ts'

type Shape = readonly [label: string, metadata: JsonObject, beside?: JsonObject]

/** Sessions that are created, and pages that are read. */
const PAGES = 3

/** Sessions created before a list is read: its first page may show no more. */
const LISTED = 10

/**
 * Kinds of keys and values that servers often rewrite. Each is sent alone, so that a refusal of one
 * does not hide the others.
 */
const SHAPES: readonly Shape[] = [
  ['no keys', {}],
  ['dots', { 'order.id': 'a', 'a.b.c': 'b', '.x': 'c' }],
  ['slashes and brackets', { 'order/id': 'a', 'list[0]': 'b', $ref: 'c' }],
  ['colons', { 'crm:orderId': 'crm:a', 'a::b': 'b' }],
  ['quotes and backslashes', { 'a "b" \'c\'': 'a "b"', 'a\\b\\': 'a\\b' }],
  ['characters of HTML', { '<b>': '<b>a</b>', 'a&b': 'a & b', '&lt;': '&lt;' }],
  ['line breaks and tabs', { 'a\nb': 'a\nb', 'a\tb': 'a\tb' }],
  ['blanks beyond ASCII', { 'a\u00a0b': 'a', 'a\u200bb': 'b', 'a\u200db': 'c', ab: 'd' }],
  ['blanks around them', { ' padded ': 'a', 'two  blanks': 'b' }],
  ['capitals alone', { ORDER: 'a', Order: 'b', order: 'c' }],
  ['capitals beyond ASCII', { ÉTAT: 'a', état: 'b', ΛΟΓΟΣ: 'c', Straße: 'd' }],
  ['long values', { long: `${'x'.repeat(299)}y` }],
  ['values that are empty or blank', { empty: '', blank: ' ', padded: '  x  ' }],
  ['long names', { [`order_${'x'.repeat(34)}`]: 'a', [`Order-${'y'.repeat(74)}`]: 'b' }],
  // The lengths of many columns.
  ['names above 80 characters', { [`${'x'.repeat(80)}a`]: 'a', [`${'x'.repeat(80)}b`]: 'b' }],
  ['names above 255 characters', { [`${'x'.repeat(255)}a`]: 'a', [`${'x'.repeat(255)}b`]: 'b' }],
  ['objects in it', { outer: { innerKey: 'a', Inner_Key: 'b', 'inner-key': 'c', inner_key: 'd' } }],
  ['null', { Nothing: null, Something: 'a' }],
  ['arrays', { someTags: ['a', 'b'] }],
  ['blanks around inner keys', { outer: { ' padded ': 'a' }, someItems: [{ ' padded ': 'b' }] }],
  ['arrays of objects', { lineItems: [{ itemId: 'a', Item_Id: 'b' }, { itemId: 'c' }] }],
  ['numbers and booleans', { count: 7, ratio: 0.5, isNew: true, isOld: false }],
  // More than 32 bits, more digits than a 32-bit float, and the largest exact integer.
  ['long numbers', { id: 2 ** 31 + 7, exact: 1234567.891, largest: 2 ** 53 - 1, below: -0.125 }],
  ['composed and decomposed accents', { 'caf\u00e9': 'a', 'cafe\u0301': 'b' }],
  // Some databases store no character above U+FFFF.
  ['emoji', { 'order \u{1f4e6}': 'a \u{1f600}', '\u{1f600}': 'b' }],
  // Some languages write such a map as a list.
  ['names that count from zero', { 0: 'a', 1: 'b' }],
  ['inner names that count from zero', { outer: { 0: 'a', 1: 'b' } }],
  ['an empty key', { '': 'a', other: 'b' }],
  [
    'its keys beside an applicant',
    { orderId: 'a', order_no: 'b' },
    { applicant: { family_name: 'Okafor', given_names: ['Ana'] } },
  ],
  ['its keys beside an outcome', { orderId: 'a', order_no: 'b' }, { expected_outcome: 'review' }],
  ['empty objects and lists', { noMembers: {}, noEntries: [] }],
  ['names of fields', { status: 'a', mode: 'b', name: 'c', email: 'd', phone: 'e', metadata: 'f' }],
  // Some parsers turn texts into times, and write them in another form.
  [
    'values that look like times or numbers',
    {
      day: '2026-02-28',
      at: '2026-02-28T09:30:00+02:00',
      utc: '2026-02-28T09:30:00Z',
      version: '1.10',
    },
  ],
  ['values that look like something else', { yes: 'true', no: 'null', many: '007', when: '1e3' }],
]

export const metadataShapeChecks: readonly Check[] = [
  {
    id: 'sessions.metadata-shapes',
    area: 'sessions',
    requirements: ['SES-009', 'SES-010', 'VER-016'],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.test'] },
    why: 'Metadata keys are names of other systems and must not be normalized.',
    async run(ctx) {
      let isAnySent = false
      for (let from = 0; from < SHAPES.length; from += LISTED) {
        const sent = new Map<string, Shape>()
        for (const shape of SHAPES.slice(from, from + LISTED)) {
          const [label, metadata, beside] = shape
          const request = {
            method: 'POST',
            path: '/v1/sessions',
            as: 'home.test',
            json: { ...ctx.sessionFields('home.test'), ...beside, metadata },
          } as const
          const asked = `create a session whose metadata has ${label}`
          const created = await ctx.step(asked, request)
          if (created.status === 422) {
            // The contract leaves the characters and the length of keys open.
            ctx.observe('GAP-METADATA-BOUNDS', `${statusAndCode(created)} for ${label}`)
            continue
          }
          if (created.status >= 300) throw ctx.unusable(asked, request, created)
          const id = sessionIdIn(created)
          sent.set(id, shape)
          const answer = await ctx.setUp('retrieve it', {
            method: 'GET',
            path: sessionPath(id),
            as: 'home.test',
          })
          judge('retrieved', label, metadata, at(answer.json, 'data', 'metadata'))
        }
        isAnySent ||= sent.size > 0
        await judgeList(sent)
      }
      if (!isAnySent) throw new Blocked('no session with metadata could be created')

      async function judgeList(sent: ReadonlyMap<string, Shape>): Promise<void> {
        const last = [...sent.keys()].at(-1)
        if (last === undefined) return
        const list = await pollUntil(
          () => ctx.step('list sessions', { method: 'GET', path: '/v1/sessions', as: 'home.test' }),
          (list) => showsRecord(list, last),
        )
        // The contract leaves open whether list items have metadata (GAP-LISTS).
        for (const item of recordsIn(list)) {
          const [label, metadata] = sent.get(String(item['id'])) ?? []
          if (label !== undefined && isObject(item['metadata']))
            judge('in the list', label, metadata!, item['metadata'])
        }
      }

      function judge(where: string, label: string, metadata: JsonObject, got: unknown): void {
        ctx.expect(
          'SES-009',
          `metadata that is an object, ${where}: ${label}`,
          got === undefined || isObject(got),
          got,
        )
        const found = [...differences(metadata, isObject(got) ? got : {})]
        for (const requirement of ['SES-010', 'VER-016']) {
          ctx.expect(
            requirement,
            `the keys of ${JSON.stringify(metadata)} and no other, ${where}`,
            found.every(({ kind }) => kind !== 'keys'),
            got,
          )
        }
        ctx.expect(
          'SES-009',
          `the values unchanged, ${where}: ${label}`,
          found.every(({ kind }) => kind !== 'value'),
          got,
        )
        for (const { kind, path, value } of found)
          if (kind === 'open')
            ctx.observe('GAP-METADATA-BOUNDS', `${path} comes back as ${shown(value)}, ${where}`)
      }
    },
  },
  {
    id: 'sessions.metadata-keys-on-later-pages',
    area: 'sessions',
    requirements: ['SES-010'],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.test'] },
    why: 'Other code often builds the pages after the first one, and few people look at them.',
    async run(ctx) {
      const sent = new Map<string, JsonObject>()
      for (let i = 0; i < PAGES; i++) {
        const metadata = { orderId: `${i}`, order_no: 'b', ORDER: 'c' }
        const { id } = await newSession(ctx, 'home.test', { metadata })
        sent.set(id, metadata)
        const path = sessionPath(id)
        const answer = await ctx.setUp('retrieve it', { method: 'GET', path, as: 'home.test' })
        expectKeys('in the retrieved session', metadata, at(answer.json, 'data', 'metadata'))
      }
      await listWith(ctx, '/v1/sessions', [...sent.keys()].at(-1)!)
      const { list_limit: limit, list_cursor: cursor } = ctx.open.paging
      let from: string | undefined
      for (let page = 1; page <= PAGES; page++) {
        const query = { [limit]: '1', ...(from !== undefined && { [cursor]: from }) }
        const answer = await ctx.step(`read page ${page}`, {
          method: 'GET',
          path: `/v1/sessions?${new URLSearchParams(query)}`,
          as: 'home.test',
        })
        for (const { id, metadata } of recordsIn(answer)) {
          const own = sent.get(String(id))
          // The contract leaves open whether list items have metadata (GAP-LISTS).
          if (own && isObject(metadata)) expectKeys(`on page ${page}`, own, metadata)
        }
        // The contract leaves the query parameters open (GAP-LISTS).
        from = answer.status === 200 ? cursorIn(answer, ctx.open.paging) : undefined
        if (from === undefined) return
      }

      function expectKeys(where: string, own: JsonObject, got: unknown): void {
        const names = Object.keys(own)
        ctx.expect(
          'SES-010',
          `the keys ${names.join(', ')} ${where}`,
          isObject(got) && names.every((name) => Object.hasOwn(got, name)),
          got,
        )
      }
    },
  },
]

/** A place where metadata differ from what was sent. */
interface Difference {
  /** `open` is a value of another type: the contract leaves open how it is kept. */
  kind: 'keys' | 'value' | 'open'
  path: string
  value: unknown
}

/** Compares metadata at all depths. A key whose value is null may be absent. */
function* differences(sent: unknown, got: unknown, path = 'metadata'): Generator<Difference> {
  if (isObject(sent) && isObject(got)) {
    const names = Object.keys(sent)
    const lacksOne = names.some((name) => sent[name] !== null && !Object.hasOwn(got, name))
    if (lacksOne || Object.keys(got).some((name) => !Object.hasOwn(sent, name)))
      yield { kind: 'keys', path, value: got }
    for (const name of names)
      if (Object.hasOwn(got, name)) yield* differences(sent[name], got[name], `${path}.${name}`)
  } else if (Array.isArray(sent) && Array.isArray(got)) {
    if (got.length !== sent.length) yield { kind: 'value', path, value: got }
    for (const [i, one] of sent.entries()) yield* differences(one, got[i], `${path}.${i}`)
  } else if (!isDeepStrictEqual(got, sent)) {
    yield { kind: isTextOf(got, sent) ? 'open' : 'value', path, value: got }
  }
}

/** Whether a text holds a value of another type, as a service with texts only may keep it. */
function isTextOf(text: unknown, value: unknown): boolean {
  if (typeof value === 'boolean' || value === null) return true
  if (typeof value === 'string' || typeof text !== 'string') return false
  try {
    return isDeepStrictEqual(JSON.parse(text), value)
  } catch {
    return false
  }
}
