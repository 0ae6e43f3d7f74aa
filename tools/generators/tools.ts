/** Command that generates a client. `{spec}` is the document, `{out}` its folder. */
export interface Generator {
  readonly name: string
  readonly packages: readonly string[]
  readonly command: readonly string[]
  /** Input files of the command, by name below `{out}`. */
  readonly files?: Readonly<Record<string, string>>
}

export const COMMON = ['typescript@5.9.3', '@types/node@24.19.2']

export const LINTERS = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3']

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: ['openapi-typescript', '{spec}', '-o', '{out}/generated.ts'],
  },
  {
    name: 'hey-api',
    packages: ['@hey-api/openapi-ts@0.99.0'],
    command: ['openapi-ts', '-f', '{out}/config.ts', '-s'],
    files: {
      'config.ts': `export default { input: '{spec}', output: { path: '{out}/generated', importFileExtension: '.ts' } }`,
    },
  },
  {
    name: 'orval',
    packages: ['orval@8.38.0'],
    command: ['orval', '--input', '{spec}', '--output', '{out}/generated.ts', '--client', 'fetch'],
  },
  {
    name: 'oazapfts',
    packages: ['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'],
    command: ['oazapfts', '{spec}', '{out}/generated.ts'],
  },
  {
    name: 'openapi-zod-client',
    packages: ['openapi-zod-client@1.18.3', '@zodios/core@10.9.6', 'zod@3.25.76', 'axios@1.21.1'],
    command: ['openapi-zod-client', '{spec}', '-o', '{out}/generated.ts'],
  },
  {
    name: 'kubb',
    packages: ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map(
      (name) => `@kubb/${name}@4.39.3`,
    ),
    command: ['kubb', 'generate', '--config', '{out}/kubb.config.ts'],
    files: {
      'kubb.config.ts': `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
export default defineConfig({
  root: '.',
  input: { path: '{spec}' },
  output: { path: '{out}/generated', format: false, extension: { '.ts': '.ts' } },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch', bundle: true, dataReturnType: 'full' })],
})`,
    },
  },
]
