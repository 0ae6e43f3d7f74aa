import { isTaken } from '../check/cases.ts'
import type { Check, Context } from '../check/check.ts'
import { resourceIn, statusAndCode } from '../check/idioms.ts'
import { Unreachable } from '../check/outcome.ts'
import { createTemplate } from '../check/templates.ts'
import { at, isObject, type JsonObject, walk } from '../http/json.ts'

export const templateConfigChecks: readonly Check[] = [
  {
    id: 'templates.config-in-camel-case',
    area: 'templates',
    requirements: ['VAL-015'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Bodies are snake_case and configuration is not; a service that evens it out breaks every stored template.',
    async run(ctx) {
      const { sent, kept } = await written(ctx, ctx.open.templateFields)
      const keys = pathsIn(sent).filter((path) => path.slice(0, -1).includes('config'))
      if (keys.length === 0)
        throw new Unreachable('open_choices.template_fields has no step with a config')
      const lost = keys.filter((path) => at(kept, ...path) === undefined)
      ctx.expect(
        'VAL-015',
        `the keys of config as they were sent: ${keys.map((path) => path.at(-1)).join(', ')}`,
        lost.length === 0,
        kept,
      )
    },
  },
  {
    id: 'history.document-keys-preserved',
    area: 'history',
    requirements: ['VER-017', 'VER-018'],
    level: 'must',
    needs: { features: ['workflow_templates', 'document_signing'], credentials: ['home.test'] },
    why: 'A locale key that is re-cased is a language that nobody finds any more, in a contract that is to be signed.',
    async run(ctx) {
      const { sent, kept } = await written(ctx, ctx.open.documentTemplateFields)
      const members = pathsIn(sent)
      const isLocale = (path: (string | number)[]) =>
        /^[a-z]{2}(-[A-Za-z0-9]+)*$/.test(String(path.at(-1))) && typeof path.at(-1) === 'string'
      for (const [requirement, what, paths] of [
        ['VER-018', 'locale keys', members.filter(isLocale)],
        [
          'VER-017',
          'camelCase keys',
          members.filter((path) => /[a-z][A-Z]/.test(String(path.at(-1)))),
        ],
      ] as const) {
        if (paths.length === 0)
          throw new Unreachable(`open_choices.document_template_fields has no ${what}`)
        const lost = paths
          .filter((path) => at(kept, ...path) === undefined)
          .map((path) => path.join('.'))
        ctx.expect(
          requirement,
          `every one of ${paths.length} ${what}`,
          lost.length === 0,
          lost.length === 0 ? 'all' : `without ${lost.join(', ')}`,
        )
      }
    },
  },
]

/** A template as it was written, and as its writer gets it back. */
async function written(
  ctx: Context,
  fields: JsonObject,
): Promise<{ sent: JsonObject; kept: JsonObject }> {
  const answer = await createTemplate(ctx, 'create a template', undefined, fields)
  const kept = resourceIn(answer)
  if (!isTaken(answer) || !isObject(kept)) {
    const advice = 'name other fields in open_choices.template_fields and document_template_fields'
    throw new Unreachable(`the template was answered ${statusAndCode(answer)}; ${advice}`)
  }
  return { sent: fields, kept }
}

/** Of every member, at any depth. */
function pathsIn(document: unknown): (string | number)[][] {
  const paths: (string | number)[][] = []
  // A path changes as the walk goes on.
  for (const { path } of walk(document)) if (path.length > 0) paths.push([...path])
  return paths
}
