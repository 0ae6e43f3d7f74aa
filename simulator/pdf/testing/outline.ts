import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Node {
  role?: string
  children?: Node[]
  alt?: string
  lang?: string
  scope?: string
  /** Id of the marked content, if the node is content. */
  id?: string
}

/**
 * Returns the structure tree of each page as an independent library reads it, one string for each
 * element: `H1 Verification report`, with two spaces for each level. Undefined for a page without.
 */
export async function outlinesOf(bytes: Uint8Array): Promise<(string[] | undefined)[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, i) => {
      const page = await document.getPage(i + 1)
      const texts = await contentsOf(page)
      const tree = (await page.getStructTree()) as Node | null
      return tree ? outline(tree.children!, texts, '') : undefined
    }),
  )
}

/** Returns all text of a page that is in no marked content at all: neither tagged nor an artifact. */
export async function unmarkedIn(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  let unmarked = ''
  for (let i = 1; i <= document.numPages; i++)
    unmarked += (await contentsOf(await document.getPage(i))).get('') ?? ''
  return unmarked
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>

/** Returns the text of each marked content by id; of artifacts under `artifact`, the rest under ''. */
async function contentsOf(page: Page): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const open: string[] = []
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  for (const item of items) {
    if ('str' in item) {
      const id = open.at(-1) ?? ''
      texts.set(id, (texts.get(id) ?? '') + item.str)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id ?? 'artifact')
  }
  return texts
}

function outline(nodes: readonly Node[], texts: Map<string, string>, indent: string): string[] {
  return nodes.flatMap((node) => {
    if (!node.role) return []
    const { role, children = [], alt, lang, scope } = node
    const lines = children.map(({ id }) => texts.get(id ?? '-')?.trim() ?? '')
    const text = lines.filter(Boolean).join(' ')
    const about = [scope, lang && `lang=${lang}`, alt && `alt=${alt}`, text]
    const line = [role, ...about].filter(Boolean).join(' ').normalize('NFC')
    return [`${indent}${line}`, ...outline(children, texts, `${indent}  `)]
  })
}
