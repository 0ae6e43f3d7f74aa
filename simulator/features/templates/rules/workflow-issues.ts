import type { Issue } from '../../../call/errors.ts'
import { documentIssues } from '../../signing/rules/document-issues.ts'
import { formIssues } from '../../forms/rules/form-issues.ts'

/**
 * Returns the problems of a workflow's steps that the schema cannot express: duplicate ids of steps
 * or documents, form rules that do not fit their questions, unknown placeholders. Paths start at
 * the list of steps. Also called on steps that the schema rejected, so it assumes no types.
 * @param idOf id of a step without one
 */
export function workflowIssues(
  steps: unknown,
  idOf: (place: number) => string | undefined = () => undefined,
): Issue[] {
  if (!Array.isArray(steps)) return []
  const ids = new Set<unknown>()
  return steps.flatMap(
    (step: { id?: unknown; type?: unknown; config?: unknown } | null | undefined, i): Issue[] => {
      const id = step?.id ?? idOf(i)
      const issues: Issue[] =
        step?.type === 'custom_form'
          ? formIssues(step.config)
          : step?.type === 'esign'
            ? documentIssues(step.config)
            : []
      const placed = issues.map((issue): Issue => ({
        ...issue,
        path: [i, 'config', ...issue.path],
      }))
      if (id !== undefined && ids.has(id)) {
        placed.unshift({
          code: 'custom',
          path: [i, 'id'],
          message: 'Another step of this workflow has this id',
          param: 'id',
        })
      }
      ids.add(id)
      return placed
    },
  )
}
