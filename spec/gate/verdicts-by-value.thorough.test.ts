import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { isMembers, type Json, type Members } from './load/parse.ts'
import { edit } from './random/edits.ts'
import { SeededRandom } from '../seeded-random.ts'
import { RandomSchemas, REFERENCE, type Schemas } from './random/schemas.ts'
import { valuesFor } from './random/values.ts'
import { changesBetween, documentWith } from './testing.ts'
import { rounds } from '../../tools/testing/rounds.ts'

const ROUNDS = rounds(1200)
const BODY = { $ref: `${REFERENCE}R` }
/** Breaking by the rules of the contract, although no value becomes valid or invalid. */
const BY_RULE = ['field-removed', 'unknown-fields-allowed', 'value-removed', 'default-changed']

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
addFormats.default(ajv)

type Change = Awaited<ReturnType<typeof changesBetween>>[number]

t.test('an edit that changes which values are valid is not safe for their receiver', async (t) => {
  const count = { differing: 0, equal: 0, alarms: 0, skipped: 0 }
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { base, head } = pairOf(seed)
    const compared = compare(base, head, valuesFor(new SeededRandom(seed), base, head))
    if (!compared) {
      count.skipped++
      continue
    }
    const { was, is, lost, won } = compared
    const isDifferent = lost.length + won.length > 0
    count[isDifferent ? 'differing' : 'equal']++
    for (const isRequest of [true, false]) {
      const found = await changesBetween(document(base, isRequest), document(head, isRequest))
      const shown = () =>
        JSON.stringify({ seed, isRequest, base, head, lost: lost[0], won: won[0] })
      if (isDifferent && found.length === 0) throw new Error(`no change found: ${shown()}`)
      // A service refuses what was valid; a client receives what was not.
      const surprising = (isRequest ? lost : won).filter(
        (value) => !isAdditive(value, found, was, isRequest ? is : was),
      )
      if (surprising.length > 0 && found.every(({ severity }) => severity === 'safe'))
        throw new Error(`called safe for ${JSON.stringify(surprising[0])}: ${shown()}`)
      const isAlarm = ({ severity, kind }: Change) =>
        severity === 'breaking' && !BY_RULE.includes(kind)
      if (!isDifferent && found.some(isAlarm)) count.alarms++
    }
  }
  t.ok(count.skipped < ROUNDS / 10, `${count.skipped} pairs that ajv cannot compare`)
  t.ok(count.differing > ROUNDS / 4, `${count.differing} edits changed the set of values`)
  // Conditions and `not` are compared by their texts, and schemas that no value matches like any others.
  const comparisons = count.equal * 2
  t.ok(count.alarms < comparisons * 0.2, `${count.alarms} alarms in ${comparisons} comparisons`)
})

/** A document, and the document after one to three edits. */
function pairOf(seed: number): { base: Schemas; head: Schemas } {
  const random = new SeededRandom(seed * 7919)
  const drawn = new RandomSchemas(random)
  const base = drawn.document()
  const head = structuredClone(base)
  for (let edits = random.pick([1, 1, 1, 2, 3]); edits > 0; edits--) edit(random, drawn, head)
  return { base, head }
}

function document(schemas: Schemas, isRequest: boolean): object {
  return { ...documentWith(BODY, isRequest), components: { schemas } }
}

type Validate = (value: Json) => boolean

/**
 * Returns the values that only one of the documents allows. Null if ajv fails: it does for schemas that refer to themselves
 * without end, and for some with unevaluated fields.
 */
function compare(
  base: Schemas,
  head: Schemas,
  values: Json[],
): { was: Validate; is: Validate; lost: Json[]; won: Json[] } | null {
  try {
    const [was, is] = [validatorOf(base), validatorOf(head)]
    return {
      was,
      is,
      lost: values.filter((value) => was(value) && !is(value)),
      won: values.filter((value) => !was(value) && is(value)),
    }
  } catch {
    return null
  }
}

function validatorOf(schemas: Schemas): Validate {
  const validate = ajv.compile({ ...BODY, components: { schemas: forAjv(schemas) } })
  return (value) => validate(value)
}

/** Separates `contains` from other keywords of items, beside which ajv accepts an empty list. */
function forAjv(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(forAjv)
  if (!isMembers(schema)) return schema
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, forAjv(value)]),
  )
  const { contains, minContains, maxContains, ...others } = inside
  if (contains === undefined || !('items' in inside || 'prefixItems' in inside)) return inside
  const counted = {
    contains,
    ...(minContains !== undefined && { minContains }),
    ...(maxContains !== undefined && { maxContains }),
  }
  return { ...others, allOf: [...(Array.isArray(others.allOf) ? others.allOf : []), counted] }
}

/** Whether only an added field makes a value surprising: new fields are additive (VER-005). */
function isAdditive(value: Json, found: readonly Change[], ...valid: Validate[]): boolean {
  const added = found.flatMap(({ kind, what }) =>
    ['field-added', 'required-field-added'].includes(kind) ? /`(.*)`/.exec(what)![1]! : [],
  )
  const without = (node: Json, renamed: (name: string) => string[]): Json => {
    if (Array.isArray(node)) return node.map((item) => without(item, renamed))
    if (!isMembers(node)) return node
    return Object.fromEntries(
      Object.entries(node).flatMap(([name, inside]): [string, Json][] =>
        (added.includes(name) ? renamed(name) : [name]).map((to) => [to, without(inside, renamed)]),
      ),
    ) as Members
  }
  const isValid = (other: Json) => valid.every((validate) => validate(other))
  return (
    added.length > 0 &&
    (isValid(without(value, () => [])) || isValid(without(value, () => ['unknown'])))
  )
}
