import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import { syntaxProblems } from './syntax.ts'
import { readingProblem, textOf } from '../../library/file-errors.ts'
import { didYouMean } from '../../spec/similar-names.ts'
import { count } from '../text.ts'
import { targetProblems } from './problems.ts'
import { readSignature, type SignatureFile } from './signature-file.ts'
import { FEATURE_NAMES, type FeatureName } from './features.ts'
import { type OpenChoicesFile, readOpenChoices } from './open-choices.ts'
import {
  type Credential,
  type CredentialName,
  type ExpectedFailure,
  type Region,
  type RegionName,
  REGIONS,
  type Target,
} from './target.ts'

/** All errors of a target file at once. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
  readonly problems: readonly string[]

  constructor(file: string, problems: readonly string[]) {
    super(
      [
        `${file}: ${count(problems.length, 'problem')}`,
        ...problems.map((line) => `  - ${line}`),
      ].join('\n'),
    )
    this.problems = problems
  }
}

/** The parsed file before validation. */
export interface TargetFile {
  name: string
  regions: Partial<
    Record<
      RegionName,
      {
        base_url: string
        credentials?: Partial<
          Record<
            CredentialName,
            { env: string; every_scope?: boolean; session_fields?: Record<string, unknown> }
          >
        >
      }
    >
  >
  features?: Partial<Record<FeatureName, boolean>>
  open_choices?: OpenChoicesFile
  provider_states?: { url: string; token_env?: string }
  webhooks?: {
    receiver: { host?: string; port: number; public_url?: string; plain_http?: boolean }
    signature?: SignatureFile
    patience_seconds?: number
  }
  expected_failures?: ExpectedFailure[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads a target file, YAML or JSON, and the keys that it names.
 * @param checkIds valid ids for an expected failure
 * @throws {TargetError} with all errors; no message contains the value of a variable
 */
export function loadTarget(file: string, env: Environment, checkIds: readonly string[]): Target {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new TargetError(file, [
      missing
        ? 'there is no such file; write one with: vskit conformance init. To test a running simulator, use --simulator instead'
        : readingProblem(error),
    ])
  }
  return readTarget(textOf(file, bytes), file, env, checkIds)
}

export function readTarget(
  text: string,
  file: string,
  env: Environment,
  checkIds: readonly string[],
): Target {
  // JSON is YAML, so one parser reads both and reports the line of an error.
  const document = parseDocument(text, { prettyErrors: true })
  const syntax = syntaxProblems(text, file, document)
  if (syntax.length > 0) throw new TargetError(file, syntax)
  const raw: unknown = document.toJS({ maxAliasCount: 20 })
  const problems = targetProblems(raw)
  if (problems.length > 0) throw new TargetError(file, problems)

  const source = raw as TargetFile
  const secrets = new Secrets(env)
  const regions = Object.fromEntries(
    REGIONS.filter((name) => source.regions[name]).map((name) => [
      name,
      readRegion(name, source, secrets),
    ]),
  )
  const token =
    source.provider_states?.token_env &&
    secrets.read('provider_states.token_env', source.provider_states.token_env)
  const mistakes = [
    ...secrets.problems,
    ...expectedFailureProblems(source.expected_failures ?? [], checkIds),
  ]
  if (mistakes.length > 0) throw new TargetError(file, mistakes)

  const { provider_states, webhooks } = source
  return {
    name: source.name,
    regions,
    features: Object.fromEntries(
      FEATURE_NAMES.map((name) => [name, source.features?.[name] ?? true]),
    ) as Record<FeatureName, boolean>,
    openChoices: readOpenChoices(source.open_choices),
    ...(provider_states && {
      providerStates: { url: provider_states.url.replace(/\/+$/, ''), ...(token && { token }) },
    }),
    ...(webhooks && {
      webhooks: {
        receiver: {
          host: webhooks.receiver.host ?? '127.0.0.1',
          port: webhooks.receiver.port,
          plainHttp: webhooks.receiver.plain_http ?? false,
          ...(webhooks.receiver.public_url !== undefined && {
            publicUrl: webhooks.receiver.public_url,
          }),
        },
        ...(webhooks.signature && { signature: readSignature(webhooks.signature) }),
        patienceSeconds: webhooks.patience_seconds ?? 10,
      },
    }),
    expectedFailures: source.expected_failures ?? [],
  }
}

function readRegion(name: RegionName, source: TargetFile, secrets: Secrets): Region {
  const { base_url, credentials = {} } = source.regions[name]!
  const read = Object.entries(credentials).map(
    ([role, { env, every_scope, session_fields = {} }]): [string, Credential] => {
      const label = `${name}.${role}`
      const key = secrets.read(`regions.${name}.credentials.${role}.env`, env)
      secrets.mustBegin(
        `regions.${name}.credentials.${role}`,
        env,
        key,
        `ah_sk_${name}_${role === 'live' ? 'live' : 'test'}_`,
      )
      const scopes = every_scope === true && { hasEveryScope: true }
      return [role, { label, region: name, key, sessionFields: session_fields, ...scopes }]
    },
  )
  return { baseUrl: base_url.replace(/\/+$/, ''), credentials: Object.fromEntries(read) }
}

/** Redacting a shorter secret would redact words of the report. */
const SHORTEST = 8

/** Reads variables and collects their errors. */
class Secrets {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  read(place: string, variable: string): string {
    const value = this.#env[variable]?.trim() ?? ''
    if (value === '') {
      this.problems.push(
        `${place}: the environment variable ${variable} is not set; do: export ${variable}=...`,
      )
    } else if (value.length < SHORTEST) {
      this.problems.push(
        `${place}: the value of ${variable} is shorter than ${SHORTEST} characters, so it is not a key`,
      )
    }
    return value
  }

  mustBegin(place: string, variable: string, key: string, prefix: string): void {
    if (key.length < SHORTEST || key.startsWith(prefix)) return
    const guess = 'is it the key of another region, mode or type?'
    this.problems.push(`${place}: the key in ${variable} does not begin with ${prefix}; ${guess}`)
  }
}

function expectedFailureProblems(
  entries: readonly ExpectedFailure[],
  checkIds: readonly string[],
): string[] {
  return entries.flatMap(({ check }, i) => {
    if (!checkIds.includes(check)) {
      const advice = `${didYouMean(check, checkIds, '"')} (vskit conformance list shows all)`
      return [`expected_failures.${i}.check: there is no check "${check}".${advice}`]
    }
    const first = entries.findIndex((entry) => entry.check === check)
    return first < i
      ? [`expected_failures.${i}.check: "${check}" has an entry already, number ${first}`]
      : []
  })
}
