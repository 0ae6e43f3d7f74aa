import { parseDocument, type Document } from 'yaml'
import type { Source } from '../load/source.ts'

/**
 * One step of an edit: `set` writes a value, `add` appends to a list, `remove` deletes and `rename`
 * renames a member.
 */
export type Step =
  | { file: string; set: string; to: unknown }
  | { file: string; add: string; value: unknown }
  | { file: string; remove: string }
  | { file: string; rename: string; to: string }
  | { file: string; replace: string; by: string }

/** Applies steps to the files of a source, like an editor: anchors and all other text are kept. */
export function edited(source: Source, steps: readonly Step[]): Source {
  return {
    ...source,
    name: 'edited',
    read: (paths) =>
      source
        .read(paths)
        .map((text, index) =>
          steps.filter(({ file }) => file === paths[index]).reduce(applied, text),
        ),
  }
}

function applied(text: string, step: Step): string {
  if ('replace' in step) {
    if (!text.includes(step.replace)) throw new Error(`${step.file} has no text ${step.replace}`)
    return text.replaceAll(step.replace, () => step.by)
  }
  const document = parseDocument(text)
  if ('set' in step)
    document.setIn(pathTo(document, step.set, step.file, 'parent'), document.createNode(step.to))
  else if ('add' in step)
    document.addIn(pathTo(document, step.add, step.file), document.createNode(step.value))
  else if ('remove' in step) document.deleteIn(pathTo(document, step.remove, step.file))
  else renamed(document, step)
  return document.toString({ lineWidth: 0 })
}

function renamed(
  document: Document,
  { file, rename, to }: { file: string; rename: string; to: string },
): void {
  const path = pathTo(document, rename, file)
  const node: unknown = document.getIn(path, true)
  document.deleteIn(path)
  document.setIn([...path.slice(0, -1), to], node)
}

/**
 * Parses a pointer. In a list, `code=validation_error` selects a row and `outcome` a text, because
 * indexes become outdated.
 */
function pathTo(
  document: Document,
  pointer: string,
  file: string,
  there: 'itself' | 'parent' = 'itself',
): (string | number)[] {
  const path: (string | number)[] = []
  for (const part of pointer
    .split('/')
    .slice(1)
    .map((text) => text.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    path.push(keyed(document, path, part) ?? part)
  }
  const wanted = there === 'itself' ? path : path.slice(0, -1)
  if (wanted.length > 0 && !document.hasIn(wanted))
    throw new Error(`${file} has nothing at ${pointer}`)
  return path
}

function keyed(document: Document, path: (string | number)[], part: string): number | undefined {
  const list = (
    path.length === 0
      ? document.toJS()
      : (document.getIn(path) as { toJSON?: () => unknown } | undefined)?.toJSON?.()
  ) as unknown
  if (!Array.isArray(list)) return undefined
  if (/^\d+$/.test(part)) return Number(part)
  const [key = '', value] = part.split('=')
  const index = list.findIndex((row: unknown) =>
    typeof row === 'object' && row !== null
      ? String((row as Record<string, unknown>)[key]) === value
      : row === part,
  )
  return index < 0 ? undefined : index
}
