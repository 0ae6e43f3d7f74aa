// `import type { paths, webhooks } from 'vskit/openapi'`: the contract's types, as openapi-fetch takes them.
export type { components, operations, paths, webhooks } from '../spec/generated/wire.ts'
