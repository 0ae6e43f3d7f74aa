import {
  PDFArray,
  type PDFDocument,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
} from 'pdf-lib'
import { visibleBox } from './visible-box.ts'

export const PAGE_LIMITS = { pages: 300, side: 14_400 }

/** Entries that a page inherits (ISO 32000-1, 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((name) => PDFName.of(name))
const MEDIA_BOX = PDFName.of('MediaBox')
const KIDS = PDFName.of('Kids')
const PARENT = PDFName.of('Parent')

type Entries = ReadonlyMap<PDFName, PDFObject>

/**
 * Lists all pages in the root of the page tree, each with the entries that it inherits. Some readers inherit from the
 * parent that a page names, others from the node that lists the page; some trust `/Count`.
 */
export function flattenPages({
  catalog,
  context,
}: PDFDocument): { pages: number } | { problem: string } {
  const root = catalog.get(PDFName.of('Pages'))
  const seen = new Set<PDFObject>()
  const pages: PDFRef[] = []
  const toSee: { node: PDFObject | undefined; above: Entries }[] = [
    { node: root, above: new Map() },
  ]
  for (let next = toSee.pop(); next; next = toSee.pop()) {
    const { node, above } = next
    const dictionary = context.lookup(node)
    if (!(node instanceof PDFRef) || seen.has(node)) return NO_TREE
    seen.add(node)
    if (dictionary instanceof PDFPageTree) {
      const kids = dictionary.lookup(KIDS)
      if (!(kids instanceof PDFArray)) return NO_TREE
      const entries = new Map([...above, ...ownEntries(dictionary)])
      for (const kid of kids.asArray().toReversed()) toSee.push({ node: kid, above: entries })
      continue
    }
    if (!(dictionary instanceof PDFPageLeaf) || dictionary.has(KIDS)) return NO_TREE
    for (const [key, value] of above) if (!has(dictionary, key)) dictionary.set(key, value)
    dictionary.set(PARENT, root!)
    if (!has(dictionary, MEDIA_BOX)) return { problem: 'The PDF has a page without a size' }
    if (pages.push(node) > PAGE_LIMITS.pages)
      return { problem: `The PDF has more than ${PAGE_LIMITS.pages} pages` }
  }
  if (pages.length === 0) return { problem: 'The PDF has no pages' }
  const tree = context.obj({ Type: 'Pages', Kids: pages, Count: pages.length })
  context.assign(root as PDFRef, PDFPageTree.fromMapWithContext(new Map(tree.entries()), context))
  return { pages: pages.length }
}

const NO_TREE = { problem: 'The PDF is damaged: its pages are not a tree' }

/** Returns what the pages below a node inherit from it. An own object, so that a copy does not repeat it for each page. */
function ownEntries(node: PDFPageTree): [PDFName, PDFObject][] {
  return INHERITED.filter((key) => has(node, key)).map((key) => {
    const value = node.get(key)!
    return [key, value instanceof PDFRef ? value : node.context.register(value)]
  })
}

function has(node: PDFPageTree | PDFPageLeaf, key: PDFName): boolean {
  const value = node.lookup(key)
  return value !== undefined && value !== PDFNull
}

/**
 * Makes the visible part of each page its media box: some readers show the media box, others the crop box.
 * @returns why a page cannot be shown
 */
export function cropPages(document: PDFDocument): string | undefined {
  for (const page of document.getPages()) {
    const { x, y, width, height } = visibleBox(page)
    const unit = page.node.lookupMaybe(PDFName.of('UserUnit'), PDFNumber)?.asNumber() ?? 1
    const [shortest, longest] = [Math.min(width, height) * unit, Math.max(width, height) * unit]
    if (!(shortest >= 1)) return 'has a page without a size'
    if (!(longest <= PAGE_LIMITS.side))
      return `has a page with a side of more than ${PAGE_LIMITS.side} points`
    page.setMediaBox(x, y, width, height)
    page.node.delete(PDFName.of('CropBox'))
  }
  return undefined
}
