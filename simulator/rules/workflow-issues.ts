import type { Issue } from '../service/errors.ts'
import { formIssues } from './form-issues.ts'

/**
 * What the schema can't say of a workflow's steps: no two share an id, nor two documents of a step, and each form's
 * rules fit its questions. Paths start at the list of steps. Called also on steps that the schema refused, so it takes nothing for granted.
 * @param idOf the id of a step that has none written
 */
export function workflowIssues(steps: unknown, idOf: (place: number) => string | undefined = () => undefined): Issue[] {
  if (!Array.isArray(steps)) return []
  const ids = new Set<unknown>()
  return steps.flatMap((step: { id?: unknown, type?: unknown, config?: unknown } | null | undefined, i): Issue[] => {
    const id = step?.id ?? idOf(i)
    const issues: Issue[] = step?.type === 'custom_form' ? formIssues(step.config)
      : step?.type === 'esign' ? documentIssues(step.config) : []
    const placed = issues.map((issue): Issue => ({ ...issue, path: [i, 'config', ...issue.path] }))
    if (id !== undefined && ids.has(id)) {
      placed.unshift({ code: 'custom', path: [i, 'id'], message: 'Another step of this workflow has this id', param: 'id' })
    }
    ids.add(id)
    return placed
  })
}

function documentIssues(config: unknown): Issue[] {
  const { documents } = (config ?? {}) as { documents?: unknown }
  const ids = Array.isArray(documents) ? documents.map((document: { id?: unknown } | null) => document?.id) : []
  return ids.flatMap((id, i): Issue[] => typeof id !== 'string' || ids.indexOf(id) === i ? []
    : [{ code: 'custom', path: ['documents', i, 'id'], message: 'Another document of this step has this id', param: 'id' }])
}
