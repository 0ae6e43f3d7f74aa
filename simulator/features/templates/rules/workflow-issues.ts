import type { Issue } from '../../../call/errors.ts'
import { documentIssues } from '../../signing/rules/document-issues.ts'
import { formIssues } from '../../forms/rules/form-issues.ts'

/**
 * What the schema can't say of a workflow's steps: no two share an id, nor two documents of a step; each form's rules fit
 * its questions, and what a document has filled in is something known. Paths start at the list of steps. Called also on
 * steps that the schema refused, so it takes nothing for granted.
 * @param idOf the id of a step that has none written
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
