import { adviceFor, isAboutForm } from '../../check/advice.ts'
import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { idIn, idText, resourceIn, statusAndCode } from '../../check/idioms.ts'
import { recordsIn } from '../../check/lists.ts'
import { Blocked, Unreachable } from '../../check/outcome.ts'
import {
  changeTemplate,
  createTemplate,
  readTemplate,
  TEMPLATES,
  templateReadAdvice,
} from '../../check/resources/templates.ts'
import { fieldsWithoutRules } from './template-names.ts'
import type { Answer } from '../../http/answer.ts'
import { isObject, type JsonObject, walk } from '../../http/json.ts'

export const templateConfigChecks: readonly Check[] = [
  {
    id: 'templates.config-in-camel-case',
    area: 'templates',
    requirements: ['VAL-015'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Configuration is camelCase in snake_case bodies; converting its keys breaks stored templates.',
    async run(ctx) {
      const sent = ctx.open.templateFields
      const keys = membersOf(sent).filter(({ parents }) => parents.includes('config'))
      if (keys.length === 0)
        throw new Unreachable(
          'open_choices.template_fields has no step with a config that has a key',
        )
      const { kept, answer } = await written(ctx, 'template_fields', sent)
      expectKept(ctx, 'template_fields', 'VAL-015', 'keys of config', keys, kept)
      for (const [where, shown] of await otherResponses(ctx, answer))
        expectUnconverted(ctx, 'VAL-015', where, keys, configsIn(shown))
      // A change of another member must not rewrite the steps.
      const id = idIn(answer)
      if (id === undefined) return
      const changed = await changeTemplate(ctx, 'change something else', id, {
        ...fieldsWithoutRules(ctx),
        screening_rules: [],
      })
      if (isAccepted(changed))
        expectUnconverted(
          ctx,
          'VAL-015',
          'after a change of something else',
          keys,
          configsIn(resourceIn(changed) ?? {}),
        )
    },
  },
  {
    id: 'history.document-keys-preserved',
    area: 'history',
    requirements: ['VER-017', 'VER-018'],
    level: 'must',
    needs: { features: ['workflow_templates', 'document_signing'], credentials: ['home.test'] },
    why: 'A locale key with changed case is not found, so a document loses its translation.',
    async run(ctx) {
      const sent = ctx.open.documentTemplateFields
      const { kept, answer } = await written(ctx, 'document_template_fields', sent)
      const others = await otherResponses(ctx, answer)
      for (const [requirement, what, isOne] of [
        ['VER-018', 'locale keys', isLocale],
        ['VER-017', 'camelCase keys', (name: string) => /[a-z][A-Z]/.test(name)],
      ] as const) {
        const keys = membersOf(sent).filter(({ name }) => isOne(name))
        if (keys.length === 0)
          throw new Unreachable(`open_choices.document_template_fields has no ${what}`)
        expectKept(ctx, 'document_template_fields', requirement, what, keys, kept)
        // List items may have members of their own, in snake case (GAP-TEMPLATE-READS).
        if (requirement === 'VER-018')
          for (const [where, shown] of others)
            expectUnconverted(ctx, requirement, where, keys, shown)
      }
    },
  },
]

/** Returns the configs in a template; other members may be in snake case (GAP-TEMPLATE-READS). */
function configsIn(template: JsonObject): JsonObject {
  const configs = walk(template).flatMap(({ path, value }) =>
    path.at(-1) === 'config' ? [value] : [],
  )
  return { configs: [...configs] }
}

/** A member of the sent document: its name, the names of its parents, and the names of its siblings. */
interface Member {
  name: string
  parents: string[]
  beside: string[]
}

/**
 * Returns a template from the response to its write. If that omits sent members, reads it by the
 * route that the target file names (GAP-TEMPLATE-WRITE).
 */
async function written(
  ctx: Context,
  entry: 'template_fields' | 'document_template_fields',
  fields: JsonObject,
): Promise<{ kept: JsonObject; answer: Answer }> {
  const answer = await createTemplate(ctx, 'create a template', undefined, fields)
  if (!isAccepted(answer)) {
    const request = { method: 'POST', path: TEMPLATES } as const
    if (!isAboutForm(answer.status)) throw ctx.unusable('create a template', request, answer)
    const advice = adviceFor(ctx.open, request, answer, entry)
    throw new Blocked(`the template write returned ${statusAndCode(answer)}${advice}`)
  }
  const shown = resourceIn(answer)
  if (isObject(shown) && Object.keys(fields).every((name) => Object.hasOwn(shown, name)))
    return { kept: shown, answer }
  const read = await readTemplate(ctx, answer)
  return { kept: (read && resourceIn(read)) ?? shown ?? {}, answer }
}

/** Returns the created template from the list, and from the route that the target file names. */
async function otherResponses(ctx: Context, created: Answer): Promise<[string, JsonObject][]> {
  const id = idIn(created)
  if (id === undefined) return []
  const read = await readTemplate(ctx, created)
  const retrieved = read && resourceIn(read)
  const list = { method: 'GET', path: TEMPLATES, as: 'home.test' } as const
  const listed = await pollUntil(
    async () =>
      recordsIn(await ctx.setUp('list templates', list)).find((one) => idText(one['id']) === id),
    (one) => one !== undefined,
  )
  return [
    ...(retrieved ? [['when retrieved', retrieved] as [string, JsonObject]] : []),
    ...(listed ? [['in the list', listed] as [string, JsonObject]] : []),
  ]
}

/** Judges only keys that the response shows in some form, as it may omit any (GAP-TEMPLATE-READS). */
function expectUnconverted(
  ctx: Context,
  requirement: string,
  where: string,
  keys: readonly Member[],
  shown: JsonObject,
): void {
  const names = new Set(membersOf(shown).map(({ name }) => name))
  const folded = new Set([...names].map(fold))
  const converted = keys
    .map(({ name }) => name)
    .filter((name) => folded.has(fold(name)) && !names.has(name))
  ctx.expect(
    requirement,
    `no key in another form ${where}`,
    converted.length === 0,
    converted.length === 0 ? 'none' : `another form of ${converted.join(', ')}`,
  )
}

/**
 * Judges keys by name, in any place, because the contract leaves the form of a read template open.
 * A key that is missing together with all its siblings is not judged: the response omits that
 * object.
 */
function expectKept(
  ctx: Context,
  entry: 'template_fields' | 'document_template_fields',
  requirement: string,
  what: string,
  keys: readonly Member[],
  kept: JsonObject,
): void {
  const names = new Set(membersOf(kept).map(({ name }) => name))
  // Excludes top-level members: the template's own id or name is not that of a document.
  const nested = new Set(
    membersOf(kept)
      .filter(({ parents }) => parents.length > 0)
      .map(({ name }) => name),
  )
  const folded = new Set([...names].map(fold))
  const shown = keys.filter(
    ({ name, parents, beside }) =>
      folded.has(fold(name)) ||
      names.has(parents.findLast((one) => !/^\d+$/.test(one)) ?? '') ||
      beside.some((one) => (parents.length > 0 ? nested : names).has(one)),
  )
  if (shown.length === 0) {
    throw new Unreachable(
      `no response shows the ${what} (${keys.map(({ name }) => name).join(', ')}): ${templateReadAdvice(ctx)}`,
    )
  }
  const lost = shown.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  // A key that returns in another form is a field of the service's templates: it was converted.
  const isConverted = lost.some((name) => folded.has(fold(name)))
  if (lost.length > 0 && !isConverted && !ctx.open.named.has(entry)) {
    throw new Blocked(
      `${lost.join(', ')} were not returned. The suite only assumes that they are fields of a template; name yours in open_choices.${entry}`,
    )
  }
  ctx.expect(
    requirement,
    `all ${shown.length} ${what}`,
    lost.length === 0,
    lost.length === 0 ? 'all' : `without ${lost.join(', ')}`,
  )
}

/** Returns the members of objects at any depth. */
function membersOf(document: unknown): Member[] {
  // `walk` reuses the path array, so copy it.
  const members = walk(document).flatMap(({ value, path }) => {
    if (!isObject(value)) return []
    const names = Object.keys(value)
    const parents = path.map(String)
    return names.map((name) => ({ name, parents, beside: names.filter((one) => one !== name) }))
  })
  return [...members]
}

function isLocale(name: string): boolean {
  return /^[a-z]{2}(-[A-Za-z0-9]+)*$/.test(name)
}

/** Returns a form of the name that ignores case and separators. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}
