import type { SessionCreate } from '../../spec/generated/wire.ts'
import type { SessionOptions } from '../check.ts'
import type { Service } from '../service/service.ts'

/**
 * Returns the members of a session creation. Creates a workflow template if it needs one.
 * @param name name of the template
 */
export async function membersOf(
  organization: Service['organization'],
  name: string,
  { expectedOutcome, steps }: SessionOptions,
): Promise<SessionCreate> {
  const made =
    steps &&
    (await organization.request<{ data: { id: string } }>('POST', '/v1/workflow-templates', {
      name,
      steps,
    }))
  return {
    ...(expectedOutcome && { expected_outcome: expectedOutcome }),
    ...(made && { workflow_template_id: made.data.id }),
  }
}
