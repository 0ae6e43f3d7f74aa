import ts from 'typescript'

/** Content of a doc comment. */
export interface Comment {
  text: string
  params: Map<string, string>
  returns: string
  throws: string[]
  default: string
}

/** Reads the doc comment of a declaration. */
export function commentOf(node: ts.Node): Comment {
  const comment: Comment = { text: '', params: new Map(), returns: '', throws: [], default: '' }
  for (const part of ts.getJSDocCommentsAndTags(node))
    if (ts.isJSDoc(part)) comment.text = textOf(part.comment)
  for (const tag of ts.getJSDocTags(node)) {
    const text = textOf(tag.comment)
    if (ts.isJSDocParameterTag(tag)) comment.params.set(tag.name.getText(), text.replace(/^- /, ''))
    else if (ts.isJSDocReturnTag(tag)) comment.returns = text
    else if (ts.isJSDocThrowsTag(tag)) {
      const type = tag.typeExpression?.type.getText()
      comment.throws.push([type && `\`${type}\``, text].filter(Boolean).join(' '))
    } else if (tag.tagName.text === 'default') comment.default = text
  }
  return comment
}

/** Joins the lines of a paragraph; keeps paragraphs, lists and code blocks. */
function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  const text = ts.getTextOfJSDocComment(comment) ?? ''
  return text
    .split(/\n{2,}/)
    .map((part) => (/^( {4}|```)/.test(part) ? codeBlock(part) : part.replaceAll(/\s*\n\s*/g, ' ')))
    .join('\n\n')
    .trim()
}

function codeBlock(part: string): string {
  if (part.startsWith('```')) return part
  return `\`\`\`js\n${part.replaceAll(/^ {4}/gm, '').trimEnd()}\n\`\`\``
}
