import { controlDocument } from './control/document.ts'
import { stepId } from './features/workflows.ts'
import { toIssues, newAjv } from './http/validate.ts'
import { workflowIssues } from './rules/workflow-issues.ts'
import type { Issue } from './service/errors.ts'
import worldSchema from './world.schema.json' with { type: 'json' }
import type { WorldFile } from './store/world.ts'

/**
 * Reads a world that a person has written.
 * @throws {Error} that names the file and every place that is wrong
 */
export function readWorld(text: string, file: string): WorldFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error })
  }
  // A workflow has the same form here as in the control API, so its description is taken from there.
  const validate = newAjv().addSchema(controlDocument, 'control/openapi.json', undefined, false).compile(worldSchema)
  if (!validate(value)) throw new Error(`${file} is no world file:\n${lines(toIssues(validate.errors ?? []))}`)
  const world = value as unknown as WorldFile
  const problems = world.organizations.flatMap((organization) => organization.keys.flatMap(({ id, type, mode, key, key_sha256 }) => {
    if (key === undefined) return key_sha256 === undefined ? [`  key ${id}: write key or key_sha256`] : []
    const prefix = `ah_${type}_${organization.region}_${mode}_`
    return key.startsWith(prefix) ? [] : [`  key ${id}: must start with ${prefix}, as its type, region and mode say`]
  }))
  const workflows = world.organizations.flatMap(({ default_workflow }, i) =>
    workflowIssues(default_workflow?.steps, stepId).map((issue): Issue => (
      { ...issue, path: ['organizations', i, 'default_workflow', 'steps', ...issue.path] })))
  if (workflows.length > 0) problems.push(lines(workflows))
  if (problems.length > 0) throw new Error(`${file} contradicts itself:\n${problems.join('\n')}`)
  return world
}

function lines(issues: Issue[]): string {
  return issues.map(({ path, message }) => `  ${path.join('.') || '(whole file)'}: ${message}`).join('\n')
}
