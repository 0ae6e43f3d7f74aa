import t from 'tap'
import { execFileSync } from 'node:child_process'
import { columns, printable, shellWord, shown } from './text.ts'

t.test('control and format characters are shown, line feeds and tabs stay', async (t) => {
  t.equal(
    printable('a\u001b[2Jb\r\n\tc\u202ed\u0085e\u{e0001}f'),
    'a\\u{1b}[2Jb\\u{d}\n\tc\\u{202e}d\\u{85}e\\u{e0001}f',
  )
  t.equal(printable('Zoë 李 👍'), 'Zoë 李 👍')
})

t.test('columns are as wide as their widest cell, without spaces at the end', async (t) => {
  t.strictSame(
    columns([
      ['a', 'bb', ''],
      ['ccc', 'd', 'e'],
    ]),
    ['a    bb', 'ccc  d   e'],
  )
})

t.test('values in one line', async (t) => {
  const texts = [shown(undefined), shown('x'), shown({ a: [1] }), shown('xyz', 2)]
  t.strictSame(texts, ['nothing', 'x', '{"a":[1]}', 'xy…'])
})

t.test('a POSIX shell reads a word as the text', async (t) => {
  for (const text of ['a.yaml', '/tmp/a b.yaml', "it's.yaml", '$HOME`id`"x";*.yaml', '', 'a\\b'])
    t.equal(
      execFileSync('sh', ['-c', `printf %s ${shellWord(text, 'linux')}`], { encoding: 'utf8' }),
      text,
    )
})

t.test('a word has quotation marks only if it needs them, on Windows double ones', async (t) => {
  t.equal(shellWord('../targets/a.yaml', 'linux'), '../targets/a.yaml')
  t.equal(shellWord(String.raw`C:\targets\a.yaml`, 'win32'), String.raw`C:\targets\a.yaml`)
  t.equal(shellWord(String.raw`C:\my targets\a.yaml`, 'win32'), String.raw`"C:\my targets\a.yaml"`)
})
