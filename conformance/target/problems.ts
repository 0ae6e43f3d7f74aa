import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { didYouMean } from '../../spec/similar-names.ts'
import { shown } from '../text.ts'
import { FEATURE_NAMES } from './features.ts'
import schema from './target.schema.json' with { type: 'json' }

const ajv = new Ajv2020({ allErrors: true, verbose: true })
addFormats.default(ajv)
const validate = ajv.compile(schema)

/** Describes errors in the form of a target file, with corrections. */
export function targetProblems(raw: unknown): string[] {
  const problems = validate(raw) ? [] : (validate.errors ?? []).map(describeProblem)
  const features = (raw as { features?: unknown } | null)?.features
  if (typeof features === 'object' && features !== null) {
    for (const name of Object.keys(features)) {
      if (!FEATURE_NAMES.some((known) => known === name)) {
        const advice = `${didYouMean(name, FEATURE_NAMES, '"')} Known: ${FEATURE_NAMES.join(', ')}`
        problems.push(`features.${name}: there is no such feature.${advice}`)
      }
    }
  }
  return problems
}

/** A key or a secret of the contract. */
const A_KEY = /^(ah_(sk|pk)|whsec)_/

/** Places of a key, or of all keys of a region. */
const CREDENTIALS = /^regions\.(us|eu)\.credentials(\.\w+)?$/

/** Returns how a file names the key at a place. */
function formOf(place: string): string {
  const [, region = 'us', role] = /^regions\.(\w+)\.credentials(?:\.(\w+))?$/.exec(place) ?? []
  const one = `{ env: ${`VSKIT_${region}_${role ?? 'test'}_KEY`.toUpperCase()} }`
  const form = role === undefined ? `{ test: ${one} }` : one
  return `keys come from environment variables, never from this file: write ${form}, and put the key into that variable`
}

/** Describes a schema error with its correction. */
export function describeProblem(error: ErrorObject): string {
  const place = error.instancePath.slice(1).replaceAll('/', '.') || 'the file'
  const { params, parentSchema, data } = error
  switch (error.keyword) {
    case 'additionalProperties': {
      const known = Object.keys((parentSchema as { properties?: object }).properties ?? {})
      const name = String(params.additionalProperty)
      if (A_KEY.test(name))
        return `${place}: there is a key in place of a property (not shown); ${formOf(place)}`
      const advice = `${didYouMean(name, known, '"')} Known: ${known.join(', ')}`
      return `${place}: there is no property "${shown(name, 60)}" here.${advice}`
    }
    case 'required':
      return params.missingProperty === 'env'
        ? `${place}: env is missing; ${formOf(place)}`
        : `${place}: ${params.missingProperty} is missing`
    case 'type':
      // Never repeats the value: it is probably the key itself.
      if (CREDENTIALS.test(place) && data !== null) return `${place}: ${formOf(place)}`
      return `${place}: expected ${params.type === 'object' ? 'a mapping' : `a ${params.type}`}, got ${kind(data)}`
    case 'enum':
      return `${place}: expected one of ${(params.allowedValues as string[]).join(', ')}`
    case 'minProperties':
      return `${place}: name at least one`
    case 'minLength':
      return `${place}: is empty`
    case 'format':
      return `${place}: expected a date as YYYY-MM-DD`
    case 'pattern':
      return `${place}: ${patternInWords(String(data), place)}`
    default:
      return `${place}: ${error.message}`
  }
}

/** Never repeats the value of what should be a variable's name: it may be the key itself. */
function patternInWords(value: string, place: string): string {
  if (place.endsWith('env')) {
    return 'expected the name of an environment variable, such as VSKIT_US_TEST_KEY; never write a key into this file'
  }
  if (place.startsWith('open_choices.routes')) {
    return `expected a method and a path with {id}, such as POST /v1/sessions/{id}/cancel, got "${shown(value, 60)}"`
  }
  if (place.endsWith('header')) return 'expected the name of a header'
  if (place.endsWith('public_url'))
    return `expected a URL that begins with https://, got "${shown(value, 60)}"`
  if (value.includes('@')) return 'expected a URL without user and password'
  return `expected a URL such as https://us.example.com, without query, got "${shown(value, 60)}"`
}

function kind(value: unknown): string {
  if (value === null) return 'nothing'
  return Array.isArray(value)
    ? 'a list'
    : `a ${typeof value === 'object' ? 'mapping' : typeof value}`
}
