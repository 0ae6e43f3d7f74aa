import { type ProviderState, list, oneOf, text } from './state.ts'
import { known, openSession, submitAll } from './session-setup.ts'
import { Refused, type StateUse } from './use.ts'

interface Question {
  type: string
  options?: string[]
}
interface Rule {
  op: string
  value: unknown
}

const QUESTION = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: {
    type: oneOf(
      'single_choice',
      'multiple_choice',
      'yes_no',
      'number',
      'date',
      'text',
      'email',
      'phone',
    ),
    options: list(text),
  },
}
const RULES = list({
  type: 'object',
  required: ['op', 'value'],
  additionalProperties: false,
  properties: { op: text, value: {} },
})

/** Submitted custom forms. */
export const formStates: Record<string, ProviderState> = {
  submitted_form: {
    description: 'A form of one question was submitted, or two of them.',
    takes: { question: QUESTION, rules: RULES, answer: {}, first_answer: {} },
    needs: ['question', 'rules', 'answer'],
    async setUp(use) {
      const { question, rules, answer, first_answer } = use.given<{
        question: Question
        rules: Rule[]
        answer: unknown
        first_answer?: unknown
      }>()
      const forms = [
        ...(first_answer === undefined ? [] : [['first_form', first_answer] as const]),
        ['form', answer] as const,
      ]
      try {
        const { id } = await openSession(use, {
          steps: [
            { id: 'identity', type: 'id_verification' },
            ...forms.map(([name, given]) => formStep(name, question, rules, given)),
          ],
        })
        const answers = Object.fromEntries(forms.map(([name, given]) => [name, { q1: given }]))
        await submitAll(use, id, { answers })
        return { session_id: id }
      } catch (error) {
        // Creating the template is the first call that can reject the form.
        if (
          error instanceof Refused &&
          error.status === 422 &&
          error.message.includes('workflow-templates')
        ) {
          return { refused: true }
        }
        throw error
      }
    },
  },
  changed_form_rules: {
    description: 'The form of a verification has new rules.',
    takes: { session_id: text, rules: RULES },
    needs: ['session_id', 'rules'],
    async setUp(use) {
      const { id, body } = await known(use, use.params.session_id as string)
      const steps = body.steps.map(({ id: name, type, config }) => ({
        id: name,
        type,
        config:
          type === 'custom_form'
            ? { ...config, rules: (use.params.rules as Rule[]).map(ruleOf) }
            : config,
      }))
      await change(use, body.workflow_template_id!, steps)
      return { session_id: id }
    },
  },
}

function formStep(id: string, { type, options }: Question, rules: Rule[], answer: unknown): object {
  const chosen = [answer, ...rules.map(({ value }) => value)]
    .flat()
    .filter((one) => typeof one === 'string')
  const question = {
    id: 'q1',
    type,
    label: 'The question',
    ...(type.endsWith('_choice') && { options: options ?? [...new Set(chosen)] }),
  }
  return {
    id,
    type: 'custom_form',
    config: { questions: [question], rules: rules.map(ruleOf) },
  }
}

function ruleOf({ op, value }: Rule): object {
  return { when: { questionId: 'q1', op, value }, action: 'flag_for_review' }
}

function change(use: StateUse, template: string, steps: object[]): Promise<unknown> {
  return use.publicly('PATCH', `/v1/workflow-templates/${template}`, { steps })
}
