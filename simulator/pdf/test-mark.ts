import {
  type PDFPage,
  concatTransformationMatrix,
  degrees,
  popGraphicsState,
  pushGraphicsState,
  rgb,
} from 'pdf-lib'
import type { Faces } from './faces.ts'
import { artifact } from './marked-content.ts'

const BAND = 'TEST MODE: SYNTHETIC RECORD WITHOUT LEGAL EFFECT'
const ACROSS = 'TEST · NO LEGAL EFFECT'
const RED = rgb(0.72, 0.11, 0.11)
const WHITE = rgb(1, 1, 1)
const SLOPE = 38

/** Marks a page of any size and rotation as test mode: a band on top and diagonal text. */
export function markAsTest(page: PDFPage, faces: Faces): void {
  artifact(page, 'Watermark', () => drawMark(page, faces))
}

function drawMark(page: PDFPage, { bold }: Faces): void {
  const { width, height } = enterVisiblePage(page)
  const size = Math.min(9, (width * 0.9) / bold.width(BAND, 1), height / 4)
  const band = size * 2
  page.drawRectangle({ x: 0, y: height - band, width, height: band, color: RED })
  page.drawText(BAND, {
    x: (width - bold.width(BAND, size)) / 2,
    y: height - band * 0.67,
    size,
    font: bold.font,
    color: WHITE,
  })
  const [cos, sin] = [Math.cos((SLOPE * Math.PI) / 180), Math.sin((SLOPE * Math.PI) / 180)]
  const perPoint = bold.width(ACROSS, 1)
  const across = Math.min((0.82 * width) / (perPoint * cos), (0.82 * height) / (perPoint * sin))
  const length = perPoint * across
  page.drawText(ACROSS, {
    x: (width - length * cos + across * 0.7 * sin) / 2,
    y: (height - length * sin - across * 0.7 * cos) / 2,
    size: across,
    rotate: degrees(SLOPE),
    font: bold.font,
    color: RED,
    opacity: 0.13,
  })
  page.pushOperators(popGraphicsState())
}

/** Moves the origin to the lower left corner of the visible page, until the next pop. */
function enterVisiblePage(page: PDFPage): { width: number; height: number } {
  const { x, y, width, height } = visibleBox(page)
  const turn = ((page.getRotation().angle % 360) + 360) % 360
  page.pushOperators(pushGraphicsState())
  if (turn === 90) page.pushOperators(concatTransformationMatrix(0, 1, -1, 0, x + width, y))
  else if (turn === 180)
    page.pushOperators(concatTransformationMatrix(-1, 0, 0, -1, x + width, y + height))
  else if (turn === 270) page.pushOperators(concatTransformationMatrix(0, -1, 1, 0, x, y + height))
  else page.pushOperators(concatTransformationMatrix(1, 0, 0, 1, x, y))
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Returns the intersection of media box and crop box; corners may come in any order. */
function visibleBox(page: PDFPage): { x: number; y: number; width: number; height: number } {
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
