import type { SdkSession, SdkStep } from '../../../spec/generated/wire.ts'
import { checkStep } from './check.ts'
import { formStep } from './form.ts'
import { identityStep } from './identity.ts'
import type { StepView } from './step.ts'

const VIEWS: Record<string, StepView> = { id_verification: identityStep, custom_form: formStep }

/** Check types of the service are not limited to those that have a screen of their own. */
export function viewOf(type: string): StepView {
  return (Object.hasOwn(VIEWS, type) && VIEWS[type]) || checkStep
}

/** Returns the steps that the applicant can still submit. */
export function openStepsOf({ status, steps }: SdkSession): SdkStep[] {
  return status === 'awaiting_review' ? [] : steps.filter((each) => each.status === 'open')
}

/** Whether a step was signed. */
export function isSigned({ type, status }: SdkStep): boolean {
  return type === 'esign' && status === 'submitted'
}
