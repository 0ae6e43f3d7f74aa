import type { Check, Context } from '../../check/check.ts'
import {
  createdId,
  expectRefusal,
  isMissing,
  issuesOf,
  newSession,
  stepsOf,
} from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import type { JsonObject } from '../../http/json.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** A body with several errors, none of which hides another. */
interface Wrong {
  label: string
  body: JsonObject
  /** Unknown fields in any object of the body. */
  unknown: readonly string[]
  /** Unknown fields of inner objects, with the paths of these objects. */
  inside?: Readonly<Record<string, string>>
  /** Paths of values that are empty or have a wrong type. */
  paths: readonly string[]
  /** Path of a member that is missing. */
  missing?: string
}

const APPLICANT: Wrong = {
  label: 'two unknown fields, an empty surname, a single given name and a text as phone',
  // Services often check the phone after everything else.
  body: { family_name: '', given_names: 'Una', phone: 'call me', vskit_zebra: 1, vskit_gnu: 2 },
  unknown: ['vskit_zebra', 'vskit_gnu'],
  paths: ['family_name', 'given_names', 'phone'],
}

/** A missing member often ends the validation. */
const NAMELESS: Wrong = {
  label: 'no surname, a single given name, a text as phone and an unknown field',
  body: { given_names: 'Una', phone: 'call me', vskit_zebra: 1 },
  unknown: ['vskit_zebra'],
  paths: ['given_names', 'phone'],
  missing: 'family_name',
}

/** More than ten problems, since some services list no more. */
const SESSION: Wrong = {
  label: 'errors at three depths',
  body: {
    metadata: 'none',
    vskit_zebra: 1,
    vskit_gnu: 2,
    applicant: {
      family_name: 7,
      given_names: ['Una', 7],
      name_suffix: 7,
      email: 7,
      phone: 'call me',
      date_of_birth: 7,
      vskit_lynx: 3,
      address: { postal_code: '94043', vskit_eel: 4 },
    },
  },
  unknown: ['vskit_zebra', 'vskit_gnu', 'vskit_lynx', 'vskit_eel'],
  inside: { vskit_lynx: 'applicant', vskit_eel: 'applicant.address' },
  paths: [
    'metadata',
    'applicant.family_name',
    'applicant.given_names.1',
    'applicant.name_suffix',
    'applicant.email',
    'applicant.phone',
    'applicant.date_of_birth',
  ],
}

/** Live mode ignores this field. */
const SESSION_IN_TEST_MODE: Wrong = {
  ...SESSION,
  body: { expected_outcome: 'perhaps', ...SESSION.body },
  paths: ['expected_outcome', ...SESSION.paths],
}

export const everyProblemChecks: readonly Check[] = [
  {
    id: 'envelope.every-problem-at-once',
    area: 'envelope',
    requirements: ['ERR-001', 'VAL-001', 'VAL-003', 'VAL-005', 'VAL-008', 'VAL-010'],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test'] },
    why: 'A response with one error at a time causes repeated submissions.',
    async run(ctx) {
      // Ensures that the errors below are about the intended fields.
      await newSession(ctx, 'home.test', { applicant: NAME, metadata: { a: 'b' } })
      const made = await ctx.setUp('create an applicant', {
        method: 'POST',
        path: '/v1/applicants',
        as: 'home.test',
        json: NAME,
      })
      const applicant = `/v1/applicants/${encodeURIComponent(createdId(made, 'END-020'))}`
      for (const [method, path, wrong, more] of [
        ['POST', '/v1/applicants', APPLICANT, {}],
        ['PATCH', applicant, APPLICANT, {}],
        ['POST', '/v1/applicants', NAMELESS, {}],
        [
          'POST',
          '/v1/sessions',
          ctx.mode === 'test' ? SESSION_IN_TEST_MODE : SESSION,
          ctx.sessionFields('home.test'),
        ],
      ] as const) {
        const answer = await ctx.step(`${method} ${path} with ${wrong.label}`, {
          method,
          path,
          as: 'home.test',
          json: { ...more, ...wrong.body },
        })
        expectAll(ctx, answer, wrong, method === 'PATCH' ? 'VAL-008' : undefined)
        if (path === '/v1/sessions') {
          const keys = keysOf(answer)
          ctx.expect('VAL-010', 'vskit_lynx among the keys', keys.includes('vskit_lynx'), keys)
        }
      }
    },
  },
]

function expectAll(
  ctx: Context,
  answer: Answer,
  { unknown, paths, missing, inside = {} }: Wrong,
  further: string | undefined,
): void {
  const refused = expectRefusal(ctx, answer, {
    status: 422,
    code: 'validation_error',
    requirements: ['ERR-001', ...(further ? [further] : [])],
  })
  if (!refused) return
  const keys = keysOf(answer)
  const unnamed = unknown.filter((key) => !keys.includes(key))
  for (const requirement of ['VAL-001', 'VAL-005', ...(further ? [further] : [])]) {
    ctx.expect(
      requirement,
      `${unknown.join(', ')} among the keys of the issues`,
      unnamed.length === 0,
      `without ${unnamed.join(', ')}`,
    )
  }
  for (const [key, object] of Object.entries(inside)) {
    // A path to the object and one to the key are both accepted. An issue may list the keys of
    // several objects.
    const alone = issuesOf(answer).filter(
      ({ keys: own }) => Array.isArray(own) && own.every((one) => one === key) && own.length > 0,
    )
    const paths = alone.map(({ path }) => (Array.isArray(path) ? path.join('.') : path))
    ctx.expect(
      'VAL-003',
      `the path of ${object} with the unknown field ${key}`,
      paths.every((path) => path === object || path === `${object}.${key}`),
      paths,
    )
  }
  // One entry for each step, as in the contract's path of a rule's action.
  const places = issuesOf(answer).map(({ path }) => JSON.stringify(stepsOf(path)))
  for (const path of paths) {
    const steps = path.split('.')
    // An entry of a list is a problem of the list, too.
    const forms = [steps, ...(/^\d+$/.test(steps.at(-1)!) ? [steps.slice(0, -1)] : [])]
    const isNamed = forms.some((form) => places.includes(JSON.stringify(form)))
    for (const requirement of ['VAL-001', 'VAL-003'])
      ctx.expect(requirement, `an issue about ${path}, too`, isNamed, places)
  }
  if (missing === undefined) return
  const isNamed = issuesOf(answer).some((issue) => isMissing(issue, missing.split('.')))
  for (const requirement of ['VAL-001', 'VAL-003'])
    ctx.expect(requirement, `an issue about the missing ${missing}, too`, isNamed, places)
}

function keysOf(answer: Answer): unknown[] {
  return issuesOf(answer).flatMap(({ keys }) => (Array.isArray(keys) ? keys : []))
}
