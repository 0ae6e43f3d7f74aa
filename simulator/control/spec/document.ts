/** The control API's description, bundled by `generate.ts`. */
export { default as controlDocument } from './openapi.json' with { type: 'json' }
