import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib'

/** Position at which a number tree can be extended, and the next key. */
export interface NumberTreeEnd {
  next: number
  /** Entries, if the tree has a single node. */
  nums?: PDFArray
  /** Nodes, if the tree has several. */
  kids?: PDFArray
}

/**
 * Finds the end of a number tree (ISO 32000-1, 7.9.7).
 * @returns undefined if it is damaged: it comes from an uploaded file
 */
export function numberTreeEnd(root: PDFObject | undefined): NumberTreeEnd | undefined {
  if (!(root instanceof PDFDict)) return undefined
  let next = 0
  const seen = new Set<PDFObject>()
  const toSee: PDFObject[] = [root]
  for (let node = toSee.pop(); node; node = toSee.pop()) {
    if (!(node instanceof PDFDict) || seen.has(node)) return undefined
    seen.add(node)
    const [nums, kids] = [list(node, 'Nums'), list(node, 'Kids')]
    if (!nums && !kids) return undefined
    const entries = nums?.asArray() ?? []
    for (let i = 0; i < entries.length; i += 2) {
      const key = nums!.lookup(i)
      if (!(key instanceof PDFNumber) || !Number.isSafeInteger(key.asNumber())) return undefined
      next = Math.max(next, key.asNumber() + 1)
    }
    for (const kid of kids?.asArray() ?? []) {
      const found = root.context.lookup(kid)
      if (!found) return undefined
      toSee.push(found)
    }
  }
  const [nums, kids] = [list(root, 'Nums'), list(root, 'Kids')]
  return { next, ...(nums ? { nums } : { kids: kids! }) }
}

function list(node: PDFDict, key: 'Nums' | 'Kids'): PDFArray | undefined {
  const value = node.lookup(PDFName.of(key))
  return value instanceof PDFArray ? value : undefined
}
