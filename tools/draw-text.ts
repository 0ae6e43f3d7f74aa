/**
 * Prints comments and messages drawn at random, to review their language.
 *
 *   node tools/draw-text.ts               15 of each
 *   node tools/draw-text.ts 30 --all      30 of each, tests included
 *   node tools/draw-text.ts --seed 1      the same texts at each run
 *   node tools/draw-text.ts --suspects    texts that probably break a rule: long sentences, openings such as "What", metaphors
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { fraction, seededRandom } from '../simulator/ids/random.ts'
import { refuseArgument, scriptArguments } from '../spec/script-arguments.ts'

interface Text {
  kind: 'comment' | 'message'
  /** File and line. */
  place: string
  text: string
}

const LONGEST_SENTENCE = 25
const SUSPECT_OPENING = /^(What|Who|Whoever|Whom|Told of|Whose|So much)\b/
/** Metaphors in place of terms, and words without a clear referent. */
const SUSPECT_WORDS =
  /\b(tells?|told|hears?|heard|stands?|stood|alike|whoever|nobody|somebody|looks? at|looked at|in turn|goes on|of (its|their) own)\b/i
const FEWEST_WORDS = 4

/** Returns the comments of a source, and its string literals that look like messages. */
function textsOf(file: string): Text[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const code = source.text
  const found = new Map<number, Text>()
  const add = (kind: Text['kind'], pos: number, text: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(pos)
    if (text.split(' ').length >= FEWEST_WORDS)
      found.set(pos, { kind, place: `${file}:${line + 1}`, text })
  }
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(code, node.pos) ?? [])
      add('comment', pos, commentText(code.slice(pos, end)))
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
    if (isText && !ts.isImportDeclaration(node.parent ?? node))
      add('message', node.getStart(source), code.slice(node.getStart(source) + 1, node.end - 1))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found.values()]
}

function commentText(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.trim().replace(/^(\*|\/\/) ?/, ''))
    .join(' ')
    .trim()
}

function isSuspect({ text }: Text): boolean {
  const sentences = text.split(/[.:;!?] |@\w+/)
  return (
    SUSPECT_WORDS.test(text) ||
    sentences.some((sentence) => sentence.trim().split(/\s+/).length > LONGEST_SENTENCE) ||
    text.split(/[.!?] /).some((sentence) => SUSPECT_OPENING.test(sentence.trim()))
  )
}

function drawn<T>(texts: T[], count: number): T[] {
  const left = [...texts]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(Math.floor(fraction(random) * left.length), 1)
    return one!
  })
}

const { values, positionals } = scriptArguments(import.meta.filename, {
  allowPositionals: true,
  options: { all: { type: 'boolean' }, suspects: { type: 'boolean' }, seed: { type: 'string' } },
})
const count = Number(positionals[0] ?? 15)
if (!Number.isInteger(count) || count < 1)
  refuseArgument(`Expected a number of texts from 1, got '${positionals[0]}'.`)
const random = seededRandom(values.seed ?? randomUUID())
const files = execFileSync('git', ['ls-files', '*.ts', '*.js', '*.cjs'], {
  encoding: 'utf8',
}).split('\n')
const texts = files
  .filter((file) => file !== '' && !file.includes('/generated/'))
  .filter((file) => values.all || !file.endsWith('.test.ts'))
  .flatMap(textsOf)
const shown = values.suspects
  ? texts.filter(isSuspect)
  : (['comment', 'message'] as const).flatMap((kind) =>
      drawn(
        texts.filter((text) => text.kind === kind),
        count,
      ),
    )
for (const { kind, place, text } of shown) console.log(`${kind}  ${place}\n  ${text}`)
