import { isObject, type JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { answers, type Mutant } from '../../self-test/wire-faults.ts'
import { type Rule, rulesOf, writes } from './template-faults.ts'

const REMAINS = 'templates.nothing-of-old-rules-remains'
const KEEPS = 'templates.refused-change-keeps-all'

/** Changes the template in the response to an accepted change, given the body of the change. */
const shows = (change: (template: Rule, sent: Rule) => void): (() => Fault) =>
  answers(writes, (response, request) => {
    if (request.method !== 'PATCH' || response.status >= 400) return
    const body = JSON.parse(response.body.toString()) as { data: unknown }
    if (isObject(body.data)) change(body.data, JSON.parse(request.body.toString()) as Rule)
    response.body = Buffer.from(JSON.stringify(body))
  })

/** Changes the template that is read after a refused change, given the body of the change. */
const saves = (change: (template: Rule, sent: Rule) => void): (() => Fault) => {
  return () => {
    let refused: Rule | undefined
    return {
      response(request, response) {
        if (writes(request) && response.status >= 400)
          refused = JSON.parse(request.body.toString()) as Rule
        if (request.method !== 'GET' || !request.path.startsWith('/v1/workflow-templates/')) return
        const body = JSON.parse(response.body.toString()) as { data: unknown }
        if (refused && isObject(body.data)) change(body.data, refused)
        response.body = Buffer.from(JSON.stringify(body))
      },
    }
  }
}

const isSent = (sent: Rule, member: string): boolean => Object.hasOwn(sent, member)
const setRules = (template: Rule, change: (rule: JsonObject) => void): void => {
  for (const rule of rulesOf(template).filter(isObject)) change(rule)
}

/** Services that keep a part of replaced rules, or save a part of a refused change. */
export const TEMPLATE_REPLACEMENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'adds rules that come with another field',
    killedBy: REMAINS,
    breaks: 'TPL-009',
    fault: shows((template, sent) => {
      if (isSent(sent, 'name') && rulesOf(sent).length > 0)
        rulesOf(template).push({ name: 'third' })
    }),
  },
  ...(
    [
      ['priority', 7],
      ['isActive', false],
      ['scoreAdjustment', 0.5],
    ] as const
  ).map(([member, value]): Mutant => ({
    name: `keeps the ${member} of a rule of the same name`,
    killedBy: REMAINS,
    breaks: 'TPL-009',
    fault: shows((template) => {
      setRules(template, (rule) => {
        if (rule['name'] === 'first') rule[member] = value
      })
    }),
  })),
  {
    name: 'keeps one of two rules of a name',
    killedBy: REMAINS,
    breaks: 'TPL-009',
    fault: shows((template) => {
      if (rulesOf(template).length === 2) template['screening_rules'] = rulesOf(template).slice(1)
    }),
  },
  ...(['metadata', 'device_intelligence'] as const).map((member): Mutant => ({
    name: `clears the rules when ${member} changes`,
    killedBy: REMAINS,
    breaks: 'TPL-010',
    fault: shows((template, sent) => {
      if (isSent(sent, member)) template['screening_rules'] = []
    }),
  })),
  {
    name: 'takes an empty list beside another field for none',
    killedBy: REMAINS,
    breaks: 'TPL-011',
    fault: shows((template, sent) => {
      if (isSent(sent, 'name') && rulesOf(sent).length === 0)
        template['screening_rules'] = [{ name: 'third' }]
    }),
  },
  {
    name: 'merges the rules of changes at once',
    killedBy: 'templates.changes-at-once',
    breaks: 'TPL-009',
    fault: answers(
      ({ method, path }) => method === 'GET' && path.startsWith('/v1/workflow-templates/'),
      (response) => {
        const body = JSON.parse(response.body.toString()) as { data: Rule }
        rulesOf(body.data).push({ name: 'a1' }, { name: 'b1' })
        response.body = Buffer.from(JSON.stringify(body))
      },
    ),
  },
  {
    name: 'saves the metadata of a change with a refused rule',
    killedBy: KEEPS,
    breaks: ['TPL-012', 'TPL-013'],
    fault: saves((template, sent) => {
      if (isSent(sent, 'metadata')) template['metadata'] = sent['metadata']
    }),
  },
  {
    name: 'switches off the rules of a template by a refused change',
    killedBy: KEEPS,
    breaks: 'TPL-013',
    fault: saves((template) => {
      setRules(template, (rule) => {
        rule['isActive'] = false
      })
    }),
  },
  ...(
    [
      ['replaces the rules by a change whose other field is refused', 1],
      ['clears the rules by a change whose other field is refused', 0],
    ] as const
  ).map(([name, length]): Mutant => ({
    name,
    killedBy: KEEPS,
    breaks: ['TPL-012', 'TPL-013'],
    fault: saves((template, sent) => {
      if (isSent(sent, 'name') && rulesOf(sent).length === length)
        template['screening_rules'] = rulesOf(sent)
    }),
  })),
  ...(
    [
      ['counts the index of a refused rule among the active rules', (index: number) => index - 1],
      ['counts the index of a refused rule by priority', (index: number) => (index === 1 ? 3 : 0)],
    ] as const
  ).map(([name, at]): Mutant => ({
    name,
    killedBy: 'templates.every-refused-action-at-once',
    breaks: ['VAL-001', 'RFS-010', 'RFS-011'],
    fault: answers(writes, (response) => {
      response.body = Buffer.from(
        response.body
          .toString()
          .replaceAll(
            /"screening_rules",(\d+),"action"/g,
            (_, index: string) => `"screening_rules",${at(Number(index)) % 4},"action"`,
          ),
      )
    }),
  })),
]
