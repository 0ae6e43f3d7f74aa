import type { JsonObject } from '../../http/json.ts'
import type { ProxiedResponse } from '../proxy.ts'
import type { Choice } from './choice.ts'
import type { Draw } from './preferences.ts'

/** Variations of HTTP and JSON texts, which mean the same to every client that follows their standards. */
export function wireChoices({ chance, pick }: Draw): Choice[] {
  return [
    ...(chance(0.6) ? [headerCase(pick(['lower', 'upper']))] : []),
    ...(chance(0.6)
      ? [contentType(pick(['; charset=utf-8', ';charset=UTF-8', '; Charset="utf-8"']))]
      : []),
    ...(chance(0.5) ? [printed(pick([1, 2, '\t']))] : []),
  ]
}

function headerCase(to: 'lower' | 'upper'): Choice {
  return {
    response(_, response) {
      response.headers = response.headers.map(([name, value]) => [
        to === 'lower' ? name.toLowerCase() : name.toUpperCase(),
        value,
      ])
    },
    delivery(delivery) {
      delivery.headers = delivery.headers.map(([name, value]) => [
        to === 'lower' ? name.toLowerCase() : name.toUpperCase(),
        value,
      ])
    },
  }
}

function contentType(parameters: string): Choice {
  return {
    response(_, response) {
      for (const header of response.headers)
        if (/^content-type$/i.test(header[0]) && /^application\/json\b/i.test(header[1]))
          header[1] = `application/json${parameters}`
    },
  }
}

function printed(space: string | number): Choice {
  return {
    response(_, response) {
      if (!isJson(response)) return
      response.body = Buffer.from(
        `${JSON.stringify(JSON.parse(response.body.toString()), null, space)}\n`,
      )
    },
  }
}

/** Escapes letters that need it not, as libraries of PHP, .NET and Java do. These occur in strings only. */
export const escapedJson: Choice = {
  response(_, response) {
    if (!isJson(response)) return
    const escaped = response.body.toString().replace(/[_/=\u0080-\uffff]/g, (letter) => {
      const code = letter.charCodeAt(0).toString(16)
      return `\\u${code.padStart(4, '0')}`
    })
    response.body = Buffer.from(escaped)
  },
}

function isJson({ body, headers }: ProxiedResponse): boolean {
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1]
  return body.byteLength > 0 && /^application\/json\b/i.test(type ?? '')
}

/** Statuses of successes where the contract states none (GAP-CREATE-SESSION, GAP-APPLICANT-RESPONSE, GAP-TEMPLATE-WRITE). */
const CREATED = /^\/v1\/(sessions|applicants|workflow-templates)$/

export function otherCreatedStatus({ pick, chance }: Draw): Choice[] {
  const status = pick([200, 201, 202])
  const names = ['sessions', 'applicants', 'workflow-templates'].filter(() => chance(0.5))
  return [
    {
      response({ method, path }, response) {
        const [, name] = CREATED.exec(path) ?? []
        if (
          method === 'POST' &&
          name !== undefined &&
          names.includes(name) &&
          response.status < 300
        )
          response.status = status
      },
    },
  ]
}

/** Adds members to error details, because the contract does not list all of them. */
export function furtherDetails({ chance }: Draw): Choice[] {
  return [...(chance(0.6) ? [hint] : []), ...(chance(0.3) ? [numericCodes] : [])]
}

/** Codes of issues as numbers. The contract states the code of a refused action only. */
const numericCodes: Choice = {
  response(_, response) {
    if (response.status !== 422 || !isJson(response)) return
    const json = JSON.parse(response.body.toString()) as {
      error?: { details?: { issues?: { code?: unknown }[] } }
    }
    for (const issue of json.error?.details?.issues ?? [])
      if (issue.code !== 'custom') issue.code = String(issue.code).length
    response.body = Buffer.from(JSON.stringify(json))
  },
}

/**
 * Issues as validators of JSON Schema write them: texts as steps of a path, and a missing member at the object that
 * lacks it.
 */
export const schemaIssues: Choice = {
  response(_, response) {
    if (response.status !== 422 || !isJson(response)) return
    const json = JSON.parse(response.body.toString()) as {
      error?: { details?: { issues?: JsonObject[] } }
    }
    for (const issue of json.error?.details?.issues ?? []) {
      const { code, path, message, param } = issue
      // The contract shows the path of a refused action, with a number as its index.
      if (code === 'custom' || !Array.isArray(path)) continue
      const isMissing = /\bRequired$/.test(String(message))
      issue['path'] = (isMissing ? path.slice(0, -1) : path).map(String)
      if (isMissing) issue['message'] = `must have required property '${String(param)}'`
    }
    response.body = Buffer.from(JSON.stringify(json))
  },
}

const hint: Choice = {
  response(_, response) {
    if (response.status < 400 || !isJson(response)) return
    const json = JSON.parse(response.body.toString()) as { error?: { details?: unknown } }
    if (json.error === undefined || typeof json.error.details !== 'object') return
    json.error.details = { ...json.error.details, support: { hint: 'see the documentation' } }
    response.body = Buffer.from(JSON.stringify(json))
  },
}
