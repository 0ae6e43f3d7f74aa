import { isObject, type JsonObject } from '../../http/json.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import { RULE_TYPES } from '../templates/template-actions.ts'

/** Cases whose rule is inverted, in addition to the first case of each requirement. */
export const FURTHER: readonly (readonly [id: string, label: RegExp, fault: string])[] = [
  ['screening.operators', /desk exists false/, 'reads exists beside false as its opposite'],
  ['screening.what-is-not-there', /missing exists false/, 'holds for an absent field beside false'],
  ['screening.operators', /contains "retail "/, 'trims the text that it looks for'],
  ['screening.what-is-not-there', /age lt 18/, 'takes an unknown age for zero'],
  ['screening.arrays', /neq \["Ana","María"\]/, 'compares given names by content for neq'],
  ['screening.arrays', /eq "Ana María"/, 'compares given names joined by spaces'],
  ['screening.arrays', /eq "Ana,María"/, 'compares given names joined by commas'],
  ['screening.operators', /floor eq "3"/, 'equates a number with a text of its digits'],
  ['screening.operators', /digits eq 7/, 'equates a text of digits with a number'],
  ['screening.operators', /floor in \["2","3"\]/, 'finds a number in a list of texts'],
  ['screening.groups', /four deep that hold/, 'evaluates two levels of groups'],
  ['screening.groups', /third does not hold/, 'takes a third level of groups for true'],
  ['screening.groups', /only the third holds/, 'takes a third level of groups for false'],
  ['screening.groups', /fourth does not hold/, 'takes a fourth level of groups for true'],
  ['screening.applicant-fields', /email eq "Ana\.O/, 'ignores case in email addresses'],
  ['screening.applicant-fields', /email neq/, 'ignores case in email addresses for neq'],
  ['screening.applicant-fields', /email in/, 'ignores case in email addresses for in'],
  ['screening.applicant-fields', /email contains/, 'ignores case in parts of email addresses'],
  ...(
    [
      [/botScore lt/, 'takes a score that was not collected for 0'],
      [/pasteCount eq/, 'counts no pastes where nothing was collected'],
      [/totalSeconds neq/, 'compares a time that was not collected'],
      [/headless eq/, 'takes a flag that was not collected for false'],
      [/asn exists/, 'resolves a network that was not collected'],
    ] as const
  ).map(([label, fault]) => ['screening.signals-that-were-not-collected', label, fault] as const),
  ['screening.groups', /OR of two that hold/, 'takes an OR for one or the other'],
  ['screening.groups', /OR of three that hold/, 'takes an OR of three for an odd number'],
  ['screening.operators', /neq "Retail"/, 'ignores case in neq'],
  ['screening.operators', /not_in \["cafe noir"/, 'ignores case and accents in not_in'],
  ['screening.operators', /eq " retail "/, 'trims the text that it compares'],
  ['screening.operators', /ratio gt 2/, 'drops fractions in gt'],
  ['screening.operators', /ratio lt 3/, 'rounds fractions in lt'],
  ['screening.operators', /floor in \[1002/, 'searches the first entries of a long list'],
  ['screening.operators', /floor not_in \[1002/, 'searches the first entries for not_in'],
  ['screening.what-is-not-there', /constructor exists/, 'finds members that every object has'],
  ['screening.what-is-not-there', /Desk exists/, 'ignores capitals in metadata keys'],
  ['screening.arrays', /neq "Ana María"/, 'joins given names for neq'],
  ['screening.arrays', /not_in \["Ana María"/, 'joins given names for not_in'],
  ['screening.applicant-fields', /domain eq "mail\.example"/, 'cuts an email domain to two labels'],
  ['screening.groups', /AND of twenty/, 'evaluates ten children of an AND'],
  ['screening.groups', /OR of twenty/, 'evaluates ten children of an OR'],
  ['screening.applicant-fields', /"Inés"/, 'keeps two given names'],
  ['screening.findings', /archived eq 0/, 'resolves a count of zero to nothing'],
  ['screening.findings', /document\.severity eq 4/, 'counts members of the evidence only'],
  ['screening.findings', /lineCount/, 'converts keys of the evidence to snake case'],
  ['screening.findings', /page_size/, 'converts keys of the evidence to camel case'],
  ['screening.operators', /Wing/, 'reads metadata keys in lower case'],
  ['screening.operators', /2fa/, 'reads no metadata keys that begin with a digit'],
  ['screening.findings', /note eq 1/, 'counts a text that is empty'],
  ['screening.findings', /code neq "c1"/, 'compares the values of findings for neq'],
  ['screening.findings', /code in \["c1","c2"\]/, 'compares the values of findings for in'],
  ['screening.no-findings', /count_where/, 'resolves a count of no findings to nothing'],
  ['screening.no-findings', /any\.finding/, 'finds a value without a finding'],
  ['screening.operators', /ratio eq/, 'drops fractions in eq'],
  ['screening.operators', /below gt/, 'ignores the sign in gt'],
  ['screening.operators', /below lt/, 'ignores the sign in lt'],
  ['screening.operators', /contains "ret\.il"/, 'searches with a regular expression'],
  ['screening.operators', /contains "ret_il"/, 'searches with LIKE of one character'],
  ['screening.operators', /contains "re%il"/, 'searches with LIKE'],
  ['screening.operators', /rate contains/, 'escapes characters of patterns'],
  ['screening.operators', /floor neq "3"/, 'equates a number with a text of its digits in neq'],
  ['screening.operators', /open eq 1/, 'equates true with 1'],
  ['screening.operators', /zero eq false/, 'equates false with 0'],
  ['screening.operators', /open eq "true"/, 'equates true with its name'],
  ['screening.operators', / in \[\]/, 'takes an empty list for no condition in in'],
  ['screening.operators', /not_in \[\]/, 'takes an empty list for no condition in not_in'],
  ['screening.arrays', /codes in/, 'compares arrays by content for in'],
  ['screening.arrays', /codes not_in/, 'compares arrays by content for not_in'],
  ['screening.arrays', /exists/, 'resolves no arrays for exists'],
  ['screening.arrays', /sizes contains "2"/, 'finds a text of its digits among numbers'],
  ['screening.groups', /^AND with an absent/, 'leaves absent fields out of an AND'],
  ['screening.groups', /begins with an absent/, 'ends an AND at an absent field'],
  ['screening.groups', /^OR of an absent/, 'lets an OR hold by an absent field'],
  ['screening.groups', /^OR with exists/, 'ends an OR at an absent field'],
  ['screening.groups', /^AND with exists/, 'leaves exists of an absent field out of an AND'],
]

/** Changes the rules of a verification before it is screened. */
const screening = (
  name: string,
  killedBy: string,
  breaks: Mutant['breaks'],
  change: (rules: JsonObject[], params: JsonObject) => void,
): Mutant => ({
  name,
  killedBy,
  breaks,
  fault: () => ({
    state({ params }) {
      const { screening_rules: rules } = params
      if (Array.isArray(rules)) change(rules.filter(isObject), params)
    },
  }),
})

const isLive = ({ mode }: JsonObject): boolean => mode === 'live'
const isElsewhere = ({ region }: JsonObject): boolean => region === 'eu'
const declines = ({ action }: JsonObject): boolean => action === 'decline'

const EACH_PLANE = 'screening.same-in-each-plane'

/** Drops the tags of some rules in some planes. */
const untagged = (
  name: string,
  breaks: string[],
  where: (params: JsonObject) => boolean,
): Mutant => ({
  name,
  killedBy: EACH_PLANE,
  breaks,
  fault: () => ({
    bindings({ params }, bindings) {
      const { tags } = bindings
      if (where(params) && Array.isArray(tags))
        bindings['tags'] = tags.filter((tag) => !breaks.includes(String(tag)))
    },
  }),
})

const HUNDRED = 'screening.every-rule-of-a-hundred'

const switchOff = (rules: readonly JsonObject[]): void => {
  for (const rule of rules) rule['isActive'] = false
}

const byPriority = (rules: readonly JsonObject[]): JsonObject[] =>
  rules.toSorted((a, b) => Number(a['priority'] ?? 100) - Number(b['priority'] ?? 100))

export const ACTION_MUTANTS: readonly Mutant[] = [
  screening('evaluates the first 50 rules', HUNDRED, ['SCR-002', 'TPL-004'], (rules) =>
    switchOff(rules.slice(50)),
  ),
  ...RULE_TYPES.map((type) =>
    screening(
      `evaluates no rules of the type ${type}`,
      'screening.operators',
      ['RTY-002', 'SCR-002'],
      (rules) => switchOff(rules.filter(({ ruleType }) => ruleType === type)),
    ),
  ),
  screening('evaluates no rules of the priority 0', 'screening.operators', 'SCR-017', (rules) =>
    switchOff(rules.filter(({ priority }) => priority === 0)),
  ),
  screening('evaluates all rules but the last', HUNDRED, ['SCR-002', 'TPL-004'], (rules) =>
    switchOff(rules.slice(99)),
  ),
  screening(
    'evaluates the 99 rules with the lowest priorities',
    HUNDRED,
    ['SCR-002', 'TPL-004'],
    (rules) => switchOff(byPriority(rules).slice(99)),
  ),
  {
    name: 'applies each rule after the first one that holds',
    killedBy: HUNDRED,
    breaks: 'SCR-003',
    fault: () => ({
      bindings({ params }, bindings) {
        const { tags } = bindings
        if (!Array.isArray(tags) || !Array.isArray(params['screening_rules'])) return
        const names = params['screening_rules'].filter(isObject).map(({ name }) => name)
        bindings['tags'] = names.slice(names.indexOf(tags[0]))
      },
    }),
  },
  untagged('collects signals in one region only', ['DEV-008', 'DEV-034'], isElsewhere),
  untagged('runs no rules in live mode', ['FLD-007', 'FLD-009', 'PAT-013'], isLive),
  untagged('counts no findings in live mode', ['FLD-016'], isLive),
  untagged('knows no outcomes of checks in live mode', ['PAT-003'], isLive),
  {
    name: 'compares without case in the other region',
    killedBy: EACH_PLANE,
    breaks: ['RSV-003', 'RSV-014'],
    fault: () => ({
      bindings({ params }, bindings) {
        const { tags } = bindings
        if (isElsewhere(params) && Array.isArray(tags)) tags.push('RSV-003', 'RSV-014')
      },
    }),
  },
  screening(
    'declines by rules in live mode',
    'screening.decline-is-a-review-in-live-mode',
    ['ATN-008', 'ATN-011'],
    (rules, { mode }) => {
      for (const rule of rules.filter(declines)) if (mode === 'live') rule['action'] = 'approve'
    },
  ),
  screening('weighs inactive rules', 'screening.scores-are-weighed', 'SCR-022', (rules) => {
    for (const rule of rules) delete rule['isActive']
  }),
  {
    name: 'adds the suffix to the family name in rules',
    killedBy: 'screening.applicant-fields',
    breaks: ['FLD-005', 'FLD-006'],
    fault: () => ({
      state({ params: { applicant } }) {
        if (isObject(applicant) && applicant['name_suffix'] !== undefined)
          applicant['family_name'] =
            `${String(applicant['family_name'])} ${String(applicant['name_suffix'])}`
      },
    }),
  },
  screening(
    'takes only the action of the first rule that matches',
    'screening.actions',
    ['ATN-004', 'SCR-002'],
    (rules) => {
      for (const rule of rules.slice(1)) rule['action'] = 'tag'
    },
  ),
  screening(
    'ends a borderline result by a rule that declines',
    'screening.decline-is-a-review',
    ['ATN-008', 'ATN-011'],
    (rules, { expected_outcome }) => {
      for (const rule of rules.filter(declines))
        if (expected_outcome === 'review') rule['action'] = 'approve'
    },
  ),
  screening(
    'ignores a decline beside a tag',
    'screening.decline-is-a-review',
    ['ATN-008', 'ATN-011'],
    (rules) => {
      for (const rule of rules.filter(declines)) if (rules.length > 1) rule['action'] = 'tag'
    },
  ),
]
