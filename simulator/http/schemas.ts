import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../spec/contract.ts'
import { newAjv } from './ajv.ts'

const COMPONENTS = '#/components/schemas/'

/** Compiles schemas with references to the components of a document. Shared components are compiled once. */
export class SchemaCompiler {
  #ajv: ReturnType<typeof newAjv>
  #components: Record<string, JsonSchema>
  #begun = new Set<string>()

  constructor({ components }: { components?: { schemas?: object } }, options = {}) {
    this.#ajv = newAjv(options)
    this.#components = { ...components?.schemas } as Record<string, JsonSchema>
    for (const [name, schema] of Object.entries(this.#components))
      this.#ajv.addSchema(schema as object, COMPONENTS + name, undefined, false)
  }

  compile(schema: JsonSchema): ValidateFunction {
    return this.#ajv.compile(schema as object)
  }

  /**
   * Compiles the components of a schema, innermost first, one per step. Compiling a large schema at
   * once takes 60 ms.
   */
  *compileParts(schema: JsonSchema): Generator<void> {
    for (const name of componentsIn(schema)) {
      if (this.#begun.has(name)) continue
      this.#begun.add(name)
      const component = this.#components[name]!
      yield* this.compileParts(component)
      // A component without references is inlined into each schema that refers to it.
      if (componentsIn(component).length > 0) {
        this.#ajv.getSchema(COMPONENTS + name)
        yield
      }
    }
  }
}

/** Names of the components that a schema refers to. */
function componentsIn(schema: JsonSchema): string[] {
  const names: string[] = []
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') names.push(value.slice(COMPONENTS.length))
    return value
  })
  return names
}
