import type { Location } from '../judgement.ts'
import { encodePart, type Json, type Members } from '../load/parse.ts'
import type { Contract } from '../load/contract.ts'
import { at, list, members } from './nodes.ts'
import { operationsOf } from './operations.ts'
import type { Reporter, Classification } from './reporter.ts'

const CALLED: Classification = { severity: 'breaking', reason: 'Clients call it.', rule: null }
const ADDED: Classification = { severity: 'safe', reason: 'Additive.', rule: null }

/** The reason if no call depends on the servers of a document. */
export const NOT_CALLED = 'Each operation names its own servers.'

/** Whether all operations of a document, at least one, name servers, so that no client calls those of the document. */
export function hasOwnServers(contract: Contract): boolean {
  const operations = [...operationsOf(contract).values()]
  const names = ({ servers }: Members) => list(servers).length > 0
  return operations.length > 0 && operations.every((of) => names(of.operation) || names(of.item))
}

/** Compares lists of servers by URL, and the variables of servers that both lists have. */
export function serverFindings(
  reporter: Reporter,
  before: Json | undefined,
  after: Json | undefined,
  location: Location,
): void {
  const [had, has] = [serversOf(before), serversOf(after)]
  for (const [key, was] of had) {
    const is = has.get(key)
    if (is) variableFindings(reporter, was, is, location)
    else
      for (const url of missing(was, has))
        reporter.report(
          'server-removed',
          `the server ${url} removed`,
          ...placed(was, 'base', CALLED),
        )
  }
  for (const [key, is] of has)
    if (!had.has(key))
      for (const url of missing(is, had))
        reporter.report('server-added', `the server ${url} added`, ...placed(is, 'head', ADDED))

  /** The entry of the list; ids do not depend on its position. */
  function placed(server: Members, side: Location['side'], classification: Classification) {
    const here = server === DEFAULT ? location : at(server, '', side)
    return [here, classification, { origin: location }] as const
  }
}

/** The URLs of a server that no server of the others has; the template itself if that is all of them. */
function missing(server: Members, others: ReadonlyMap<string, Members>): string[] {
  const urls = urlsOf(server)
  const patterns = [...others.values()].map(patternOf)
  const left = urls?.filter((url) => !patterns.some((pattern) => pattern.test(normalized(url))))
  return left && left.length < urls!.length ? left : [String(server.url)]
}

const MOST_URLS = 1000

/** The URLs that a template lists; null if a variable may have any value. */
function urlsOf(server: Members): string[] | null {
  let urls = [String(server.url)]
  for (const name of namesIn(server)) {
    const values = valuesOf(members(members(server.variables)?.[name]) ?? {})
    if (!values || urls.length * values.size > MOST_URLS) return null
    urls = urls.flatMap((url) => [...values].map((value) => url.replaceAll(`{${name}}`, value)))
  }
  return urls
}

/** Matches the URLs of a template. A variable without a list has any value within one part of the URL. */
function patternOf(server: Members): RegExp {
  const parts = normalized(String(server.url)).split(VARIABLE)
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return escaped(part)
    const name = namesIn(server).find((one) => one.toLowerCase() === part.toLowerCase())!
    const values = valuesOf(members(members(server.variables)?.[name]) ?? {})
    return values ? `(?:${[...values].map(escaped).join('|')})` : '[^/?#]+'
  })
  return new RegExp(`^${source.join('')}$`)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The server of a document that lists none. */
const DEFAULT: Members = { url: '/' }

/**
 * By URL, without a slash at the end, because paths begin with one. The host has no case, and a default port is implied. The names of variables are not part of a call, so they are
 * replaced by their positions.
 */
function serversOf(servers: Json | undefined): Map<string, Members> {
  const listed = list(servers)
  return new Map(
    (listed.length > 0 ? listed : [DEFAULT]).map((node) => {
      const server = members(node) ?? {}
      const names = namesIn(server)
      const url = String(server.url).replace(
        VARIABLE,
        (_, name) => `{${names.indexOf(String(name))}}`,
      )
      return [normalized(url), server]
    }),
  )
}

function normalized(url: string): string {
  return url.replace(/\/$/, '').replace(ORIGIN, originOf)
}

const ORIGIN = /^[^/]+:\/\/[^/]*/

function originOf(written: string): string {
  return written.toLowerCase().replace(/(?<=^http:.*):80$|(?<=^https:.*):443$/, '')
}

const VARIABLE = /\{([^{}]+)\}/g

/** The variables of the URL, in order. */
function namesIn(server: Members): string[] {
  return [...new Set([...String(server.url).matchAll(VARIABLE)].map(([, name]) => name!))]
}

function variableFindings(
  reporter: Reporter,
  before: Members,
  after: Members,
  location: Location,
): void {
  const [had, has] = [members(before.variables) ?? {}, members(after.variables) ?? {}]
  const names = namesIn(after)
  for (const [index, name] of namesIn(before).entries()) {
    const [was, is] = [members(had[name]) ?? {}, members(has[names[index]!]) ?? {}]
    const report = (what: string, classification: Classification, keyword = 'enum') =>
      reporter.report(
        'server-variable-changed',
        `${String(before.url)}: ${name} ${what}`,
        at(after, `/variables/${encodePart(names[index]!)}/${keyword}`, 'head'),
        classification,
        { origin: location },
      )
    if (was.default !== is.default)
      report(
        `${String(was.default)} became ${String(is.default)} by default`,
        {
          ...CALLED,
          reason: 'Clients that use the default of the variable call another server.',
        },
        'default',
      )
    const [values, now] = [valuesOf(was), valuesOf(is)]
    for (const value of values ?? []) if (now && !now.has(value)) report(`${value} removed`, CALLED)
    for (const value of now ?? []) if (values && !values.has(value)) report(`${value} added`, ADDED)
    if (!values && now) report(`only ${[...now].join(', ')} from now on`, CALLED)
    if (values && !now) report('may have any value', ADDED)
  }
}

function valuesOf(variable: Members): Set<string> | undefined {
  return Array.isArray(variable.enum) ? new Set(variable.enum.map(String)) : undefined
}
