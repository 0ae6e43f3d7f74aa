import type { CustomFormConfig } from '../../../spec/generated/wire.ts'
import type { Ports } from '../../ports.ts'
import type { Organization } from '../../world/world.ts'
import type { SessionRecord, StepRecord } from './session-record.ts'
import { findTemplate } from '../templates/workflow-templates.ts'

/** A step as a workflow describes it, with a name of its own. */
export type WorkflowStep = Pick<StepRecord, 'id' | 'type' | 'config'>

/** The steps of sessions that name no workflow template; one without an id is named by its place. */
export function defaultSteps(organization: Organization): WorkflowStep[] {
  const steps = organization.default_workflow?.steps ?? [{ type: 'id_verification' }]
  return steps.map(({ id, type, config = {} }, i) => ({ id: id ?? stepId(i), type, config }))
}

/** The name of a step that was given none, by its place in the list. */
export function stepId(place: number): string {
  return `step_${place + 1}`
}

/** The form that a session began with. */
export function formOf({ config }: Pick<WorkflowStep, 'config'>): Required<CustomFormConfig> {
  const { questions = [], rules = [] } = config as Partial<CustomFormConfig>
  return { questions, rules }
}

/** The steps of a session's workflow as it is now. */
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
 * The form as its workflow has it now, by which the trigger of a flagged form is named (FRM-025 to FRM-027); the one
 * that the session began with, where the workflow has no such form any more (GAP-FORM-ROUTING).
 */
export function currentForm(steps: WorkflowStep[], step: StepRecord): Required<CustomFormConfig> {
  return formOf(steps.find(({ id, type }) => id === step.id && type === step.type) ?? step)
}
