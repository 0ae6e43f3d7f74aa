import type { PDFPage } from 'pdf-lib'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the intersection of media box and crop box; corners may come in any order. */
export function visibleBox(page: PDFPage): Box {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()].map((box) => ({
    x1: Math.min(box.x, box.x + box.width),
    x2: Math.max(box.x, box.x + box.width),
    y1: Math.min(box.y, box.y + box.height),
    y2: Math.max(box.y, box.y + box.height),
  })) as [Corners, Corners]
  const box = {
    x1: Math.max(media.x1, crop.x1),
    x2: Math.min(media.x2, crop.x2),
    y1: Math.max(media.y1, crop.y1),
    y2: Math.min(media.y2, crop.y2),
  }
  const { x1, x2, y1, y2 } = box.x2 > box.x1 && box.y2 > box.y1 ? box : media
  return { x: x1, y: y1, width: x2 - x1, height: y2 - y1 }
}

interface Corners {
  x1: number
  x2: number
  y1: number
  y2: number
}
