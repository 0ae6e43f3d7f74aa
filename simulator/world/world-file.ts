import { readFile } from 'node:fs/promises'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { InputFileError, notJson, readingProblem, textOf } from '../../library/file-errors.ts'
import { routeClasses } from '../../spec/generated/limits.ts'
import { didYouMean } from '../../spec/similar-names.ts'
import { keyIssues } from '../control/keys.ts'
import { controlDocument } from '../control/spec/document.ts'
import { brandingIssues } from '../hosted/branding.ts'
import { stepId } from '../features/sessions/workflows.ts'
import { toIssues } from '../http/validate.ts'
import { newAjv } from '../http/ajv.ts'
import { isTime } from '../time/uncountable.ts'
import { defaultReferenceIssues } from '../features/signing/rules/document-issues.ts'
import { undrawableInSteps } from '../features/signing/undrawable.ts'
import { PdfRenderer } from '../pdf/pdf-renderer.ts'
import { signalIssues } from '../features/screening/rules/signals.ts'
import { workflowIssues } from '../features/templates/rules/workflow-issues.ts'
import { EVENT_TYPES } from '../features/webhooks/subscriptions.ts'
import type { Issue } from '../call/errors.ts'
import worldSchema from './world.schema.json' with { type: 'json' }
import type { WorldFile } from './world.ts'
import { sha256 } from './sha256.ts'

/** @throws {Error} that says why the file cannot be read */
export async function readWorldText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new InputFileError(`The world file ${file} cannot be read: ${readingProblem(cause)}.`, {
      cause,
    })
  })
  return textOf(file, bytes)
}

/**
 * Parses a world file written by a person.
 * @throws {Error} that names the file and every invalid place
 */
export function readWorld(text: string, file: string): WorldFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw notJson(file, text, error)
  }
  const validate = (hasTheForm ??= compiled())
  if (!validate(value))
    throw new InputFileError(
      `${file} is not a valid world file:\n${lines(toIssues(validate.errors ?? []))}`,
    )
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
  workflows.push(
    ...world.organizations.flatMap(({ branding }, i) =>
      brandingIssues(branding).map((issue) => ({
        ...issue,
        path: ['organizations', i, ...issue.path],
      })),
    ),
  )
  if (workflows.length > 0) problems.push(lines(workflows))
  if (problems.length > 0)
    throw new InputFileError(
      `${file} is inconsistent; correct these entries:\n${problems.join('\n')}`,
    )
  return world
}

/**
 * Refuses a default workflow with characters that no font has. A thread is started only for text that is not plain Latin.
 * @throws {Error} that names the file and every place that is wrong
 */
export async function refuseUndrawable(world: WorldFile, file: string): Promise<void> {
  const pdf = new PdfRenderer()
  try {
    const issues = world.organizations.map(async ({ default_workflow }, i) =>
      (await undrawableInSteps({ pdf }, default_workflow?.steps)).map((issue): Issue => ({
        ...issue,
        path: ['organizations', i, 'default_workflow', 'steps', ...issue.path],
      })),
    )
    const found = (await Promise.all(issues)).flat()
    if (found.length > 0)
      throw new InputFileError(
        `${file} has text that no font of the PDFs can draw; replace it:\n${lines(found)}`,
      )
  } finally {
    await pdf.close()
  }
}

/** Cached: compiling the schema takes far longer than validating a world. */
let hasTheForm: ValidateFunction | undefined

/** A workflow has the same form as in the control API, so its schema is reused. */
function compiled(): ValidateFunction {
  return newAjv()
    .addFormat('date-time', isTime)
    .addSchema(controlDocument, 'control/openapi.json', undefined, false)
    .compile(worldSchema)
}

/** Returns errors that the schema cannot express, per organization and key. */
function contradictions({ organizations }: WorldFile): string[] {
  return organizations.flatMap(
    ({ id: owner, region, keys, webhook_subscriptions = [], budgets = {} }) => [
      ...Object.keys(budgets)
        .filter((name) => !Object.hasOwn(routeClasses, name))
        .map(
          (name) =>
            `organization ${owner}: there is no route class '${name}' for budgets.${didYouMean(name, Object.keys(routeClasses))} Expected one of: ${Object.keys(routeClasses).join(', ')}`,
        ),
      ...keys.flatMap((key) => keyIssues(key).map(({ message }) => `key ${key.id}: ${message}`)),
      ...webhook_subscriptions.flatMap(({ id, events }) =>
        events
          .filter((type) => !EVENT_TYPES.includes(type))
          .map(
            (type) =>
              `subscription ${id}: there is no event type '${type}'.${didYouMean(type, EVENT_TYPES)} Expected one of: ${EVENT_TYPES.join(', ')}`,
          ),
      ),
      ...keys.flatMap(({ id, type, mode, key, key_sha256 }) => {
        if (key === undefined)
          return key_sha256 === undefined ? [`key ${id}: write key or key_sha256`] : []
        const prefix = `ah_${type}_${region}_${mode}_`
        return key.startsWith(prefix)
          ? []
          : [`key ${id}: must start with ${prefix}, from its type, region and mode`]
      }),
    ],
  )
}

/** Returns duplicate ids and keys in the file. */
function repeats({ organizations }: WorldFile): string[] {
  const keys = organizations.flatMap((organization) => organization.keys)
  const subscriptions = organizations.flatMap(
    ({ webhook_subscriptions = [] }) => webhook_subscriptions,
  )
  const twice = (what: string, things: { id: string }[]): string[] =>
    [...Map.groupBy(things, ({ id }) => id)]
      .filter(([, same]) => same.length > 1)
      .map(([id]) => `${what} ${id}: exists more than once`)
  const secrets = Map.groupBy(keys, ({ id, key, key_sha256 }) =>
    key === undefined ? (key_sha256 ?? id) : sha256(key),
  )
  const shared = [...secrets.values()]
    .map((same) => [...new Set(same.map(({ id }) => id))])
    .filter((ids) => ids.length > 1)
  return [
    ...twice('organization', organizations),
    ...organizations.flatMap(({ members }) => twice('member', members)),
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
