import type { Case } from '../../check/cases.ts'
import { FOLDING, MEANING, OFFERED_RULES } from './form-cases.ts'
import { type FormRule, type QuestionCase, type RuleCase, rulesOf } from './form-rows.ts'
import { SEVERAL_RULES } from './several-rules.ts'
import type { JsonObject } from '../../http/json.ts'
import type { StateUse } from '../../target/states.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { isSession, type Mutant, mutantsOf, type Which } from '../../self-test/wire-faults.ts'

const isThat = ({ params }: StateUse, question: QuestionCase): boolean =>
  JSON.stringify([params['rules'], params['answer']]) ===
  JSON.stringify([rulesOf(question), question.answer])

/** The verification with that form gets the opposite result. */
export const turned =
  ({ send }: Case<RuleCase>): (() => Fault) =>
  () => {
    const theirs = new Set<unknown>()
    return {
      bindings(use, bindings) {
        if (isThat(use, send)) theirs.add(bindings['session_id'])
      },
      response(request, response) {
        if (isSession(request) && theirs.has(request.path.split('/')[3])) {
          changeJson(response, ({ data }) => {
            data['status'] = send.holds ? 'completed' : 'awaiting_review'
          })
        }
      },
    }
  }

const bindings =
  (change: (use: StateUse, bindings: JsonObject) => void): (() => Fault) =>
  () => ({ bindings: change })

const takes = ({ send }: Case<QuestionCase>) =>
  bindings((use, given) => {
    if (isThat(use, send))
      Object.assign(given, {
        refused: false,
        session_id: 'vs_1',
        key: 'ah_sk_us_test_any',
        organization: 'org_1',
      })
  })
const refuses = ({ send }: Case<QuestionCase>) =>
  bindings((use, given) => {
    if (isThat(use, send)) given['refused'] = true
  })

/** Conditions that a service with a fault misjudges. */
const FURTHER: readonly [form: RegExp, fault: string][] = [
  [/_choice: "CAFÉ"/, 'compares options exactly'],
  [/ends_with.*Máil/, 'ignores no accents at the end of a text'],
  [/cesky|Ješ/, 'ignores accents of Latin-1 only'],
  [/: (false|0) (n?eq|in) /, 'takes for no answer what is false or zero'],
  [/^multiple_choice: .* (eq|in) .*Beta/, 'compares a list of options with a text'],
  [/^multiple_choice: .*Beta.* neq "Beta"/, 'compares a list of options with a text for neq'],
  [/^multiple_choice: .* in \["Alpha","Gamma"\]/, 'finds each list of options in a list'],
  [/^(single_choice|yes_no|date): (\S+) neq \2$/, 'takes neq for exists'],
  [/^text: "fishing boats" /, 'finds no part at the start of an answer'],
  [/^text: "(007|7|7e01)" /, 'compares texts of digits as numbers'],
  [/^number: -7 eq/, 'ignores the sign for equality'],
  [/^number: -[23] [gl]t/, 'ignores the sign for order'],
  [/^number: 2\.5 (eq|in|lte)/, 'drops the fraction of an answer'],
  [/^number: 2\.5 gte/, 'rounds an answer'],
  [/^number: . [gl]te 2\.5/, 'rounds the value of a rule'],
  [/^(number|date): .* in /, 'has lists of texts only'],
  [/10 gte 9|9 lte? 10/, 'orders numbers by their digits'],
  [/-27" gte|-29" lte/, 'lets dates of any order pass'],
  [/^date: "2020-02-2[79]" ([gl]t) /, 'orders dates by inequality'],
  [/^(date|email|phone): .* in \[/, 'looks for no address, number or date in a list'],
  [/^phone: .* (includes|not_includes|ends_with "7946")/, 'has no parts of phone numbers'],
  [/"\.example "/, 'trims the end that is sought'],
  [/"ﬁn"|"ａna"|"aⁿa"/, 'compares compatibility forms'],
  [/"f[._]sh"|"a%h"|"c\+\+|"\.example\.org"/, 'searches with a pattern'],
  [/MAÑANA|Ångström/, 'takes ñ and å for distinct letters'],
  [/NAÏVE/, 'ignores no grave accent, circumflex and diaeresis'],
  [/: 3000000000 /, 'stores numbers in 32 bits'],
  [/NGUYỄN|Nguye/, 'ignores one mark over a letter'],
  [/: "(alpha|beta)" in \["alpha","beta"/, 'compares one entry of a list'],
  [/: "(fishing|a fishing boat)" (eq|neq|in) /, 'compares a part of the answer'],
  [/new york/, 'joins blanks'],
  [/in \[true,false\]/, 'compares the first entry of a list'],
  [/ in \["(BETA|beta)",/, 'compares later entries of a list exactly'],
  [/0\.00[12]/, 'rounds to two digits'],
  [/19(65|69)-/, 'has no days before 1970'],
  [/Una@Mail|@MAIL"/, 'compares e-mail addresses exactly'],
  [/МОСКВА|ΑΘΉΝΑ/, 'ignores capitals and accents of Latin only'],
  [/M[üÜ]/iu, 'spells umlauts with an e'],
  [/[æœþ]/, 'spells letters out'],
]

/** Turns the result of a form whose rules changed, from such a request on. */
const evaluatesAgain = (by: Which) => (): Fault => {
  const changed = new Set<unknown>()
  const evaluated = new Set<unknown>()
  return {
    state({ state, params }) {
      if (state === 'changed_form_rules') changed.add(params['session_id'])
    },
    response(request, response) {
      const id = request.path.split('/')[3]
      if (!changed.has(id)) return
      if (by(request)) evaluated.add(id)
      if (!isSession(request) || !evaluated.has(id)) return
      changeJson(response, ({ data }) => {
        data['status'] = data['status'] === 'completed' ? 'awaiting_review' : 'completed'
      })
    },
  }
}

/** Evaluates some of the rules on a question. */
const evaluating = (
  name: string,
  breaks: string | string[],
  change: (rules: FormRule[]) => FormRule[],
): Mutant => ({
  name,
  killedBy: 'forms.several-rules',
  breaks,
  fault: () => ({
    state({ params }) {
      if (Array.isArray(params['rules'])) params['rules'] = change(params['rules'] as FormRule[])
    },
  }),
})

export const FORMS_MUTANTS: readonly Mutant[] = [
  evaluating('evaluates the first rule on a question', ['FRM-003', 'FRM-005'], (rules) =>
    rules.slice(0, 1),
  ),
  evaluating('evaluates the last rule on a question', ['FRM-003', 'FRM-004'], (rules) =>
    rules.slice(-1),
  ),
  evaluating('evaluates one rule of each operator', 'FRM-014', (rules) =>
    rules.filter(({ op }, i) => rules.findIndex((rule) => rule.op === op) === i),
  ),
  ...[...MEANING, ...FOLDING, ['several-rules', SEVERAL_RULES] as const].flatMap(([what, cases]) =>
    mutantsOf(cases, `forms.${what}`, 'misjudges', turned),
  ),
  ...[...MEANING, ...FOLDING].flatMap(([what, cases]) =>
    FURTHER.flatMap(([form, name]) =>
      cases
        .filter(({ label }) => form.test(label))
        .map((one) => ({
          name: `${name} in ${one.label}`,
          killedBy: `forms.${what}`,
          breaks: one.requirements,
          fault: turned(one),
        })),
    ),
  ),
  ...OFFERED_RULES.flatMap(([type, taken, refused]) => {
    const id = `forms.operators-of-${type.replaceAll('_', '-')}`
    return [...mutantsOf(taken, id, 'refuses', refuses), ...mutantsOf(refused, id, 'takes', takes)]
  }),
  {
    name: 'announces every form as flagged',
    killedBy: 'forms.only-flagged-forms-are-announced',
    breaks: 'EVT-006',
    fault: () => {
      let flagged: JsonObject | undefined
      return {
        delivery({ body }) {
          const event = JSON.parse(body.toString()) as JsonObject
          if (event['type'] !== 'kyc.session.completed') return
          flagged = { ...event, type: 'kyc.session.form_flagged', outcome: null }
          return [body, Buffer.from(JSON.stringify(flagged))]
        },
      }
    },
  },
  {
    name: 'announces no form that is flagged',
    killedBy: 'forms.only-flagged-forms-are-announced',
    breaks: 'EVT-006',
    fault: () => ({
      delivery: ({ body }) => (body.includes('form_flagged') ? 0 : 1),
    }),
  },
  {
    name: 'announces only the first flagged form of a session',
    killedBy: 'forms.second-form-of-a-session',
    breaks: 'EVT-006',
    fault: () => {
      const announced = new Set<unknown>()
      return {
        delivery({ body }) {
          const { sessionId: id } = JSON.parse(body.toString()) as JsonObject
          if (announced.has(id)) return 0
          announced.add(id)
          return 1
        },
      }
    },
  },
  {
    name: 'announces only a first form',
    killedBy: 'forms.second-form-of-a-session',
    breaks: 'EVT-006',
    fault: () => {
      const passed = new Set<unknown>()
      return {
        bindings({ state, params }, { session_id: id }) {
          if (state === 'submitted_form' && params['first_answer'] === 'beta') passed.add(id)
        },
        delivery({ body }) {
          return passed.has((JSON.parse(body.toString()) as JsonObject)['sessionId']) ? 0 : 1
        },
      }
    },
  },
  {
    name: 'evaluates a form again when its rules change',
    killedBy: 'forms.later-rules-move-nothing',
    breaks: ['FRM-028', 'FRM-029'],
    fault: evaluatesAgain(() => true),
  },
  {
    name: 'evaluates a form again in each report',
    killedBy: 'forms.a-report-moves-nothing',
    breaks: ['FRM-028', 'FRM-029'],
    fault: evaluatesAgain(({ path }) => path.endsWith('/report.pdf')),
  },
  {
    name: 'ignores case and accents in screening rules',
    killedBy: 'forms.apart-from-screening',
    breaks: ['FRM-001', 'FRM-032'],
    fault: bindings((_, given) => {
      if (given['tags']) given['tags'] = ['exact', 'folded']
    }),
  },
]
