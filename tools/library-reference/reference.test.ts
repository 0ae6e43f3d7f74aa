import t from 'tap'
import { Reference } from './reference.ts'

const COMMENT = '/** A number. */'

t.test('an export that is declared in a file that is not read is a problem', (t) => {
  const root = t.testdir({
    library: {
      'entry.ts': `${COMMENT}\nexport type Own = number\nexport * from './more.ts'\n`,
      'more.ts': `${COMMENT}\nexport type More = number\n`,
      'all.ts': `export * from '../simulator/one.ts'\n`,
      'one.ts': `import type { One } from '../simulator/one.ts'\nexport type { One }\n`,
    },
    simulator: { 'one.ts': `${COMMENT}\nexport type One = number\n` },
  })
  const problemsOf = (file: string): string[] => {
    const reference = new Reference(root, { entry: `library/${file}` })
    reference.page()
    return reference.problems
  }
  t.strictSame(problemsOf('entry.ts'), [])
  t.match(problemsOf('all.ts'), [/library\/all\.ts exports from '\.\.\/simulator\/one\.ts'/])
  t.match(problemsOf('one.ts'), [/library\/one\.ts exports One, whose declaration is not in/])
  t.end()
})
