import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { numberTreeEnd, type NumberTreeEnd } from './number-tree.ts'

/** Standard structure types (ISO 32000-1, 14.8.4). */
export type Role =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'Span'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Caption'

export interface Attributes {
  /** Text alternative of a figure. */
  alt?: string
  /** The text, if it cannot be derived from the glyphs. */
  actual?: string
  /** The cells that a header cell belongs to. */
  scope?: 'Row' | 'Column'
  /** BCP 47. */
  language?: string
  /** Corners of a figure in points: left, bottom, right, top. */
  box?: readonly [number, number, number, number]
}

/** A node of the structure tree. Its kids are read in order, wherever they are drawn. */
export interface Tag extends Attributes {
  role: Role
  kids: (Tag | Drawn)[]
}

/** A marked-content sequence of a page. */
interface Drawn {
  page: PDFPage
  id: number
}

/**
 * The structure tree of a document, which screen readers follow. Nothing is tagged in an uploaded
 * document without a tree: a reader would skip the pages that are not in the tree.
 */
export class Structure {
  /** Parent of new elements. */
  readonly top: Tag
  readonly #document: PDFDocument
  /** The existing tree that is extended; undefined for a new document. */
  readonly #continued: Continued | undefined
  readonly #tagged: boolean
  /** Tags of the marked content of each page, by its number. */
  readonly #pages = new Map<PDFPage, Tag[]>()

  private constructor(document: PDFDocument, top: Tag, tagged: boolean, continued?: Continued) {
    this.#document = document
    this.top = top
    this.#tagged = tagged
    this.#continued = continued
  }

  /** Begins the tree of a new document. */
  static begin(document: PDFDocument): Structure {
    return new Structure(document, { role: 'Document', kids: [] }, true)
  }

  /** Extends the tree of a document by a section, which may have another language. */
  static continue(document: PDFDocument, language: string): Structure {
    const continued = continuedTree(document)
    const top: Tag = { role: 'Sect', kids: [], language }
    return new Structure(document, top, continued !== undefined, continued)
  }

  /** Adds a node to the tree. */
  add(role: Role, parent: Tag, attributes: Attributes = {}): Tag {
    const tag = { role, kids: [], ...attributes }
    parent.kids.push(tag)
    return tag
  }

  /** Assigns the next marked content of a page to a tag. @returns its number */
  mark(page: PDFPage, tag: Tag): number | undefined {
    if (!this.#tagged) return undefined
    const tags = this.#pages.get(page) ?? []
    if (tags.length === 0) this.#pages.set(page, tags)
    const id = tags.push(tag) - 1
    tag.kids.push({ page, id })
    return id
  }

  /** Writes the tree into the document. */
  finish(): void {
    if (!this.#tagged) return
    const { context, catalog } = this.#document
    const root = this.#continued?.root ?? context.obj({ Type: 'StructTreeRoot' })
    const rootRef = this.#continued?.rootRef ?? context.register(root)
    const above = this.#continued?.parent ?? { dict: root, ref: rootRef }
    const refs = new Map<Tag, PDFRef>()
    addKid(above.dict, this.#write(this.top, above.ref, refs))
    this.#writeParents(root, refs)
    if (this.#continued) return
    catalog.set(PDFName.of('StructTreeRoot'), rootRef)
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  }

  #write(tag: Tag, parent: PDFRef, refs: Map<Tag, PDFRef>): PDFRef {
    const { context } = this.#document
    const ref = context.nextRef()
    refs.set(tag, ref)
    const page = tag.kids.find((kid) => 'page' in kid)?.page
    const kids = tag.kids.filter(isFilled).map((kid) => {
      if (!('page' in kid)) return this.#write(kid, ref, refs)
      if (kid.page === page) return PDFNumber.of(kid.id)
      return context.obj({ Type: 'MCR', Pg: kid.page.ref, MCID: kid.id })
    })
    const dict = context.obj({ S: tag.role, P: parent })
    const set = (key: string, value: PDFObject) => dict.set(PDFName.of(key), value)
    if (page) set('Pg', page.ref)
    if (kids.length > 0) set('K', kids.length === 1 ? kids[0]! : context.obj(kids))
    if (tag.alt !== undefined) set('Alt', PDFHexString.fromText(tag.alt))
    if (tag.actual !== undefined) set('ActualText', PDFHexString.fromText(tag.actual))
    if (tag.language !== undefined) set('Lang', PDFString.of(tag.language))
    if (tag.scope) set('A', context.obj({ O: 'Table', Scope: tag.scope }))
    if (tag.box) set('A', context.obj({ O: 'Layout', Placement: 'Block', BBox: [...tag.box] }))
    context.assign(ref, dict)
    return ref
  }

  /** Writes the parent tree, which maps the marked content of each page to its tag. */
  #writeParents(root: PDFDict, refs: Map<Tag, PDFRef>): void {
    const { context } = this.#document
    const first = this.#continued?.parents.next ?? 0
    const entries = context.obj([])
    let key = first
    for (const [page, tags] of this.#pages) {
      page.node.set(PDFName.of('StructParents'), PDFNumber.of(key))
      entries.push(PDFNumber.of(key++))
      entries.push(context.register(context.obj(tags.map((tag) => refs.get(tag)!))))
    }
    root.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(key))
    const { nums, kids } = this.#continued?.parents ?? {}
    if (nums) for (const entry of entries.asArray()) nums.push(entry)
    else if (kids)
      kids.push(context.register(context.obj({ Limits: [first, key - 1], Nums: entries })))
    else root.set(PDFName.of('ParentTree'), context.register(context.obj({ Nums: entries })))
  }
}

/** An empty paragraph is only space; an empty cell keeps its column. */
function isFilled(kid: Tag | Drawn): boolean {
  return 'page' in kid || kid.kids.length > 0 || kid.role === 'TH' || kid.role === 'TD'
}

interface Continued {
  root: PDFDict
  rootRef: PDFRef
  /** The node that gets the new section: the only `Document`, or else the root. */
  parent: { dict: PDFDict; ref: PDFRef }
  parents: NumberTreeEnd
}

/** Returns the tree of a tagged document, or undefined if there is none or it is damaged. */
function continuedTree({ catalog, context }: PDFDocument): Continued | undefined {
  const rootRef = catalog.get(PDFName.of('StructTreeRoot'))
  const root = context.lookup(rootRef)
  if (!(rootRef instanceof PDFRef) || !(root instanceof PDFDict)) return undefined
  const parents = numberTreeEnd(root.lookup(PDFName.of('ParentTree')))
  if (!parents) return undefined
  const kids = root.lookup(PDFName.of('K'))
  const only =
    kids instanceof PDFArray ? (kids.size() === 1 ? kids.get(0) : undefined) : root.get(K)
  const dict = context.lookup(only)
  const single =
    only instanceof PDFRef &&
    dict instanceof PDFDict &&
    dict.lookup(PDFName.of('S')) === PDFName.of('Document')
  return {
    root,
    rootRef,
    parents,
    parent: single ? { dict, ref: only } : { dict: root, ref: rootRef },
  }
}

const K = PDFName.of('K')

function addKid(dict: PDFDict, kid: PDFRef): void {
  const kids = dict.lookup(K)
  if (kids instanceof PDFArray) kids.push(kid)
  else {
    const before = dict.get(K)
    dict.set(K, dict.context.obj(before === undefined ? [kid] : [before, kid]))
  }
}
