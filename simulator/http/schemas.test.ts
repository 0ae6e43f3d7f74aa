import t from 'tap'
import { SchemaCompiler } from './schemas.ts'

const document = {
  components: {
    schemas: {
      Name: { type: 'string', minLength: 1 },
      Person: {
        type: 'object',
        required: ['name'],
        properties: { name: { $ref: '#/components/schemas/Name' } },
      },
      Family: {
        type: 'object',
        properties: {
          parents: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
          // A component may be made of itself.
          branches: { type: 'array', items: { $ref: '#/components/schemas/Family' } },
        },
      },
    },
  },
}
const family = { $ref: '#/components/schemas/Family' }
const judge = (compiler: SchemaCompiler): boolean[] => {
  const fits = compiler.compile(family)
  return [
    { parents: [{ name: 'Odette' }], branches: [{ parents: [] }] },
    { parents: [{}] },
    { branches: [{ branches: [{ parents: [{ name: '' }] }] }] },
  ].map((value) => fits(value))
}

t.test('a schema gives the same result if its parts were compiled before it', (t) => {
  t.strictSame(judge(new SchemaCompiler(document)), [true, false, false])
  const compiler = new SchemaCompiler(document)
  t.equal(
    [...compiler.compileParts(family)].length,
    2,
    'Person and Family; a name is a piece of the person',
  )
  t.strictSame(judge(compiler), [true, false, false])
  t.equal([...compiler.compileParts(family)].length, 0, 'each part is compiled once')
  t.end()
})

t.test('an unresolvable reference is rejected', (t) => {
  t.throws(() => new SchemaCompiler({}).compile(family), /Family/)
  t.end()
})
