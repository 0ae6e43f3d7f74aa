import { escaped, page, prose } from './html.ts'

interface Described {
  summary?: string
  description?: string
  operationId: string
  tags?: string[]
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media> }>
  'x-required-scopes'?: readonly string[]
  'x-route-class'?: string
  'x-error-codes'?: readonly string[]
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
}

interface Media {
  schema?: unknown
  examples?: Record<string, { $ref?: string; value?: unknown }>
}

interface ApiDocument {
  info: { title: string; description?: string; version: string }
  paths: Record<string, Record<string, unknown>>
  components?: object
}

export interface Reference {
  document: ApiDocument
  /** Base URL of the API in the examples. */
  baseUrl: string
  /** Key in the examples; undefined if none is needed. */
  key?: string | undefined
  /** URL of the OpenAPI document. */
  source: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Renders an API reference as one page: operations by tag, each with parameters, examples and a
 * curl command.
 */
export function referencePage({ document, baseUrl, key, source }: Reference): string {
  const byTag = new Map<string, string[]>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => Object.hasOwn(item, name))) {
      const described = item[method] as Described
      const tag = described.tags?.[0] ?? 'Other'
      const shared = (item.parameters ?? []) as Parameter[]
      const text = operation(document, { method, path, described, shared, baseUrl, key })
      byTag.set(tag, [...(byTag.get(tag) ?? []), text])
    }
  }
  const anchor = (tag: string): string => tag.toLowerCase().replaceAll(/\W+/g, '-')
  const contents = [...byTag.keys()]
    .map((tag) => `<li><a href="#${anchor(tag)}">${escaped(tag)}</a></li>`)
    .join('')
  const sections = [...byTag]
    .map(
      ([tag, texts]) =>
        `<section><h2 id="${anchor(tag)}">${escaped(tag)}</h2>${texts.join('')}</section>`,
    )
    .join('')
  const { title, description = '', version } = document.info
  return page(
    title,
    `<h1>${escaped(title)} ${escaped(version)}</h1><p>${prose(description)}</p>
<p>Base URL <code>${escaped(baseUrl)}</code> · <a href="${source}">OpenAPI document</a></p>
<nav aria-label="Contents"><ul>${contents}</ul></nav>${sections}`,
  )
}

interface Shown {
  method: string
  path: string
  described: Described
  shared: Parameter[]
  baseUrl: string
  key: string | undefined
}

function operation(document: ApiDocument, shown: Shown): string {
  const { method, path, described, shared } = shown
  const parameters = [...shared, ...(described.parameters ?? [])].map((one) =>
    resolved<Parameter>(document, one),
  )
  const body = exampleOf(document, described.requestBody?.content)
  const success = Object.keys(described.responses).find((status) => status.startsWith('2'))
  const answer =
    success &&
    exampleOf(
      document,
      resolved<Described['responses'][string]>(document, described.responses[success]).content,
    )
  const scopes = described['x-required-scopes'] ?? []
  const codes = described['x-error-codes'] ?? []
  return `<details class="card" id="${described.operationId}"><summary><code>${method.toUpperCase()} ${escaped(path)}</code> ${escaped(described.summary ?? '')}</summary>
<p>${prose(described.description ?? '')}</p>
${scopes.length > 0 ? `<p>Scopes: ${scopes.map((scope) => `<code>${escaped(scope)}</code>`).join(', ')}</p>` : ''}
${parameters.length > 0 ? parameterTable(parameters) : ''}
${block('Call', curl(shown, body))}
${body === undefined ? '' : block('Request body', JSON.stringify(body, null, 2))}
${answer === undefined || answer === '' ? '' : block(`Response ${success}`, typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2))}
${codes.length > 0 ? `<p>Errors: ${codes.map((code) => `<a href="/docs/errors/${code}"><code>${code}</code></a>`).join(' ')}</p>` : ''}
</details>`
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters
    .map(
      ({ name, in: where, required, description = '' }) =>
        `<tr><td><code>${escaped(name)}</code></td><td>${where}${required ? ', required' : ''}</td><td>${prose(description)}</td></tr>`,
    )
    .join('')
  return `<table><thead><tr><th>Parameter</th><th>In</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`
}

function block(title: string, text: string): string {
  return `<p class="soft">${title}</p><pre tabindex="0">${escaped(text)}</pre>`
}

function curl({ method, path, described, baseUrl, key }: Shown, body: unknown): string {
  const secured = (described.security ?? []).some((one) => Object.hasOwn(one, 'secretKey'))
  return [
    `curl -X ${method.toUpperCase()} '${baseUrl}${path}'`,
    ...(secured && key !== undefined ? [`-H 'Authorization: Bearer ${key}'`] : []),
    ...(body === undefined || typeof body === 'string'
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n  ')
}

function exampleOf(document: ApiDocument, content: Record<string, Media> | undefined): unknown {
  const media = content && Object.values(content)[0]
  const first = media?.examples && Object.values(media.examples)[0]
  return first && resolved<{ value?: unknown }>(document, first).value
}

/** Resolves a reference of the document. */
function resolved<T>(document: ApiDocument, item: unknown): T {
  const ref = (item as { $ref?: string } | undefined)?.$ref
  if (ref === undefined) return item as T
  return ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>(
      (found, part) =>
        (found as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    ) as T
}
