import { document } from '../../../spec/contract.ts'
import { controlDocument } from '../../control/spec/document.ts'
import { errorIndex, errorPage } from './error-pages.ts'
import { type Reference, referencePage } from './reference.ts'

export const HTML = 'text/html; charset=utf-8'

export interface DocsSettings {
  /** Base URLs of the regions and the control API. */
  baseUrl: () => string
  controlUrl: string
  /** A test key of the demo world, so that the examples can be run unchanged. */
  key: () => string | undefined
}

/** Returns a page of the documentation or an OpenAPI document; undefined for an unknown path. */
export function docsPage(
  path: string,
  settings: DocsSettings,
): { type: string; text: string } | undefined {
  const html = (text: string | undefined) => (text === undefined ? undefined : { type: HTML, text })
  const json = (value: unknown) => ({
    type: 'application/json; charset=utf-8',
    text: JSON.stringify(value),
  })
  switch (path) {
    case '/docs':
    case '/docs/api':
      return html(
        referencePage({
          document: document as unknown as Reference['document'],
          baseUrl: settings.baseUrl(),
          key: settings.key(),
          source: '/docs/openapi.json',
        }),
      )
    case '/docs/control':
      return html(
        referencePage({
          document: controlDocument as unknown as Reference['document'],
          baseUrl: settings.controlUrl,
          source: '/control/v1/openapi.json',
        }),
      )
    case '/docs/openapi.json':
      return json(document)
    case '/control/v1/openapi.json':
      return json(controlDocument)
    case '/docs/errors':
      return html(errorIndex())
    default:
      return html(errorPage(/^\/docs\/errors\/([a-z_]+)$/.exec(path)?.[1] ?? ''))
  }
}
