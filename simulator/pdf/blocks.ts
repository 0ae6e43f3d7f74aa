import { Pages, type PagesOptions } from './pages.ts'

/**
 * A block of a document, from top to bottom. Plain data, so that it can be posted to the drawing
 * thread.
 */
export type Block =
  | { kind: 'heading'; text: string; size?: number }
  | { kind: 'paragraph'; text: string }
  | { kind: 'row'; label: string; value: string }
  | { kind: 'rule' }
  | {
      kind: 'image'
      jpeg: Uint8Array
      caption: string
      /** Alternative text. @default the caption */
      alt?: string
      box: { width: number; height: number }
    }

export async function drawBlocks(
  options: PagesOptions,
  blocks: readonly Block[],
): Promise<Uint8Array> {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'row') return [block.label, block.value]
    if (block.kind === 'image') return [block.caption]
    return 'text' in block ? [block.text] : []
  })
  const pages = await Pages.create(options, texts.join(''))
  for (const block of blocks) await draw(pages, block)
  return pages.save()
}

function draw(pages: Pages, block: Block): void | Promise<void> {
  switch (block.kind) {
    case 'heading':
      return pages.heading(block.text, block.size)
    case 'paragraph':
      return pages.paragraph(block.text)
    case 'row':
      return pages.row(block.label, block.value)
    case 'rule':
      return pages.rule()
    case 'image':
      return pages.image(block.jpeg, block.caption, block.box, block.alt)
  }
}
