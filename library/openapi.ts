// `import type { paths, webhooks } from 'vskit/openapi'`: the contract's types, in the form that
// openapi-fetch expects.
export type { components, operations, paths, webhooks } from '../spec/generated/wire.ts'
