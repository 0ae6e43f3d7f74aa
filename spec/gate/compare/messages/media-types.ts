import type { Contract } from '../../load/contract.ts'
import type { Json, Members } from '../../load/parse.ts'
import { members } from '../nodes.ts'
import { TEXTS } from '../schema/normal/type-sets.ts'

const DEFAULT_CHARSET = ';charset=utf-8'

/**
 * Media types by their lower-case form with sorted parameters, without charset=utf-8, which is the default. A type that is
 * listed both with and without it keeps it the second time.
 */
export function typesIn(content: Members): Map<string, string> {
  const found = new Map<string, string>()
  for (const type of Object.keys(content)) {
    const key = plain(type)
    found.set(found.has(key) ? key + DEFAULT_CHARSET : key, type)
  }
  return found
}

function plain(type: string): string {
  const [name = '', ...parameters] = type.toLowerCase().split(';')
  const said = parameters
    .map((parameter) => parameter.trim().replace(/"/g, ''))
    .filter((parameter) => parameter !== '' && parameter !== 'charset=utf-8')
  return [name.trim(), ...said.sort()].join(';')
}

/** Whether a range such as `image/*` holds a type; a type holds itself, also with the default charset. */
export function covers(range: string, type: string): boolean {
  if (range === type || range + DEFAULT_CHARSET === type || range === '*/*') return true
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1))
}

const BINARY =
  /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|x-tar|vnd\.(ms-|openxmlformats-))/

/**
 * Returns the schema of a body, or undefined for raw bytes: OpenAPI 3.0 describes them as a string of format `binary`, and 3.1
 * by their media type alone, which the schema may repeat.
 */
export function schemaOfBody(
  contract: Contract,
  type: string,
  written: Json | undefined,
): Json | undefined {
  const schema = members(contract.resolve(written))
  if (!BINARY.test(type) || !schema) return written
  const raw: Members = { type: 'string', format: 'binary', contentMediaType: type }
  const isRaw = Object.entries(schema).every(([key, said]) => said === raw[key] || TEXTS.has(key))
  return isRaw ? undefined : written
}

/** Whether bodies of a media type are XML documents. */
export function isXml(type: string): boolean {
  return /[/+]xml\s*(;|$)/.test(type)
}
