import type { Issue } from '../../../call/errors.ts'
import { eachText } from './localized.ts'
import { PLACEHOLDERS, unknownPlaceholders } from './placeholders.ts'

/**
 * Returns the problems of a document's title and text that the schema cannot express. Paths start at the document.
 * Assumes no types.
 */
export function wordingIssues(title: unknown, body: unknown): Issue[] {
  return [
    ...eachText(title).flatMap(({ path, text }): Issue[] =>
      !text.includes('{{')
        ? []
        : [
            {
              code: 'custom',
              path: ['title', ...path],
              message: 'A title cannot contain placeholders',
              param: 'title',
            },
          ],
    ),
    ...eachText(body).flatMap(({ path, text }) =>
      unknownPlaceholders(text).map((name): Issue => ({
        code: 'custom',
        path: ['body', ...path],
        param: 'body',
        message: `Unknown placeholder {{${name.slice(0, 60)}}}; expected one of ${PLACEHOLDERS.join(', ')}`,
      })),
    ),
  ]
}

/** Returns the problems of the documents of an `esign` step: ids are unique, and placeholders are known. */
export function documentIssues(config: unknown): Issue[] {
  const { documents } = (config ?? {}) as { documents?: unknown }
  if (!Array.isArray(documents)) return []
  const ids = documents.map((document: { id?: unknown } | null) => document?.id)
  return documents.flatMap((document: { title?: unknown; body?: unknown } | null, i): Issue[] =>
    [
      ...(typeof ids[i] !== 'string' || ids.indexOf(ids[i]) === i
        ? []
        : [
            {
              code: 'custom',
              path: ['id'],
              message: 'Another document of this step has this id',
              param: 'id',
            },
          ]),
      ...wordingIssues(document?.title, document?.body),
    ].map((issue) => ({ ...issue, path: ['documents', i, ...issue.path] })),
  )
}

/** A reference to a document template, with its path in a list of steps. */
export interface Reference {
  path: (string | number)[]
  id: string
  version: number | undefined
}

/** Returns the documents of these steps that come from a document template. Assumes no types. */
export function referencesOf(steps: unknown): Reference[] {
  if (!Array.isArray(steps)) return []
  return steps.flatMap(
    (step: { type?: unknown; config?: { documents?: unknown } | null } | null, i) => {
      const documents = step?.type === 'esign' ? step.config?.documents : undefined
      if (!Array.isArray(documents)) return []
      return documents.flatMap((document: Record<string, unknown> | null, j) => {
        const { documentTemplateId: id, documentTemplateVersion: given } = document ?? {}
        if (typeof id !== 'string') return []
        const version = Number.isInteger(given) ? (given as number) : undefined
        return [{ path: [i, 'config', 'documents', j], id, version }]
      })
    },
  )
}

/** The default workflow serves both modes; a document template belongs to one. */
export function defaultReferenceIssues(steps: unknown): Issue[] {
  return referencesOf(steps).map(({ path }) => ({
    code: 'custom',
    path: [...path, 'documentTemplateId'],
    param: 'documentTemplateId',
    message:
      'A default workflow serves both modes, a document template only one: write the document here',
  }))
}
