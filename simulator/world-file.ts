import type { ValidateFunction } from 'ajv/dist/2020.js'
import { routeClasses } from '../spec/generated/limits.ts'
import { controlDocument } from './control/document.ts'
import { stepId } from './features/workflows.ts'
import { toIssues, newAjv } from './http/validate.ts'
import { retirement } from './rules/retired-scopes.ts'
import { defaultReferenceIssues } from './rules/document-issues.ts'
import { signalIssues } from './rules/screening/signals.ts'
import { workflowIssues } from './rules/workflow-issues.ts'
import type { Issue } from './service/errors.ts'
import worldSchema from './world.schema.json' with { type: 'json' }
import { type WorldFile, sha256 } from './store/world.ts'

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
  const validate = (hasTheForm ??= compiled())
  if (!validate(value))
    throw new Error(`${file} is no world file:\n${lines(toIssues(validate.errors ?? []))}`)
  const world = value as unknown as WorldFile
  const problems = [...contradictions(world), ...repeats(world)].map((problem) => `  ${problem}`)
  const workflows = world.organizations.flatMap(({ default_workflow }, i) =>
    [
      ...workflowIssues(default_workflow?.steps, stepId),
      ...defaultReferenceIssues(default_workflow?.steps),
    ].map((issue): Issue => ({
      ...issue,
      path: ['organizations', i, 'default_workflow', 'steps', ...issue.path],
    })),
  )
  workflows.push(
    ...world.organizations.flatMap(({ default_signals = {} }, i) =>
      signalIssues(default_signals, ['organizations', i, 'default_signals']),
    ),
  )
  if (workflows.length > 0) problems.push(lines(workflows))
  if (problems.length > 0) throw new Error(`${file} contradicts itself:\n${problems.join('\n')}`)
  return world
}

/** Kept for the next file: compiling it takes far longer than reading a world. */
let hasTheForm: ValidateFunction | undefined

/** A workflow has the same form here as in the control API, so its description is taken from there. */
function compiled(): ValidateFunction {
  return newAjv()
    .addSchema(controlDocument, 'control/openapi.json', undefined, false)
    .compile(worldSchema)
}

/** What the schema can't say of one organization and its keys. */
function contradictions({ organizations }: WorldFile): string[] {
  return organizations.flatMap(({ id: owner, region, keys, budgets = {} }) => [
    ...Object.keys(budgets)
      .filter((name) => !Object.hasOwn(routeClasses, name))
      .map(
        (name) =>
          `organization ${owner}: budgets has no class '${name}'; known are ${Object.keys(routeClasses).join(', ')}`,
      ),
    ...keys.flatMap(({ id, scopes }) =>
      scopes.flatMap((scope) => {
        const advice = retirement(scope)
        return advice === undefined ? [] : [`key ${id}: ${advice}`]
      }),
    ),
    ...keys.flatMap(({ id, type, mode, key, key_sha256 }) => {
      if (key === undefined)
        return key_sha256 === undefined ? [`key ${id}: write key or key_sha256`] : []
      const prefix = `ah_${type}_${region}_${mode}_`
      return key.startsWith(prefix)
        ? []
        : [`key ${id}: must start with ${prefix}, as its type, region and mode say`]
    }),
  ])
}

/** Ids and keys stand for one thing each, in the whole file. */
function repeats({ organizations }: WorldFile): string[] {
  const keys = organizations.flatMap((organization) => organization.keys)
  const subscriptions = organizations.flatMap(
    ({ webhook_subscriptions = [] }) => webhook_subscriptions,
  )
  const twice = (what: string, things: { id: string }[]): string[] =>
    [...Map.groupBy(things, ({ id }) => id)]
      .filter(([, same]) => same.length > 1)
      .map(([id]) => `${what} ${id}: is there more than once`)
  const secrets = Map.groupBy(keys, ({ id, key, key_sha256 }) =>
    key === undefined ? (key_sha256 ?? id) : sha256(key),
  )
  const shared = [...secrets.values()]
    .map((same) => [...new Set(same.map(({ id }) => id))])
    .filter((ids) => ids.length > 1)
  return [
    ...twice('organization', organizations),
    ...twice('key', keys),
    ...shared.map((ids) => `keys ${ids.join(' and ')}: are one and the same key`),
    ...twice('subscription', subscriptions),
  ]
}

function lines(issues: Issue[]): string {
  return issues
    .map(({ path, message }) => `  ${path.join('.') || '(whole file)'}: ${message}`)
    .join('\n')
}
