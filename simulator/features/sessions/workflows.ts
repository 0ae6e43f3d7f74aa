import type { CustomFormConfig } from '../../../spec/generated/wire.ts'
import type { Ports } from '../../ports.ts'
import type { Organization } from '../../world/world.ts'
import type { SessionRecord, StepRecord } from './session-record.ts'
import { findTemplate } from '../templates/workflow-templates.ts'

/** A step as described by a workflow, with a name. */
export type WorkflowStep = Pick<StepRecord, 'id' | 'type' | 'config'>

/** The steps of sessions without a workflow template; a step without an id is named by its position. */
export function defaultSteps(organization: Organization): WorkflowStep[] {
  const steps = organization.default_workflow?.steps ?? [{ type: 'id_verification' }]
  return steps.map(({ id, type, config = {} }, i) => ({ id: id ?? stepId(i), type, config }))
}

/** Names an unnamed step by its position in the list. */
export function stepId(place: number): string {
  return `step_${place + 1}`
}

/** The form that a session started with. */
export function formOf({ config }: Pick<WorkflowStep, 'config'>): Required<CustomFormConfig> {
  const { questions = [], rules = [] } = config as Partial<CustomFormConfig>
  return { questions, rules }
}

/** The current steps of a session's workflow. */
export async function currentSteps(
  ports: Ports,
  scope: string,
  session: SessionRecord,
): Promise<WorkflowStep[]> {
  if (session.workflow_template_id !== null) {
    return (await findTemplate(ports, scope, session.workflow_template_id))?.body.steps ?? []
  }
  const organization = ports.world.organization(scope.split('/')[2]!)
  return organization ? defaultSteps(organization) : []
}

/**
 * Returns the current form of the workflow, which names the trigger of a flagged form (FRM-025 to FRM-027). If the
 * workflow has lost the form, the one that the session started with (GAP-FORM-ROUTING).
 */
export function currentForm(steps: WorkflowStep[], step: StepRecord): Required<CustomFormConfig> {
  return formOf(steps.find(({ id, type }) => id === step.id && type === step.type) ?? step)
}
