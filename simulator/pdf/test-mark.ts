import {
  PDFHexString,
  PDFName,
  type PDFOperator,
  type PDFPage,
  type PDFRef,
  concatTransformationMatrix,
  degrees,
  drawObject,
  drawRectangle,
  drawText,
  rgb,
} from 'pdf-lib'
import type { Face, Faces } from './faces.ts'
import { artifact } from './marked-content.ts'
import { PERMANENT } from './uploaded-annotations.ts'
import { type Box, visibleBox } from './visible-box.ts'

const BAND = 'TEST MODE: SYNTHETIC RECORD WITHOUT LEGAL EFFECT'
const ACROSS = 'TEST · NO LEGAL EFFECT'
const RED = rgb(0.72, 0.11, 0.11)
const WHITE = rgb(1, 1, 1)
const OPACITY = 0.09
const SLOPE = 38

/**
 * Marks a page of any size and rotation as test mode: a band on top and diagonal text. The mark is
 * drawn in the content, from which text is extracted, and again as an annotation: the content of an
 * uploaded page can clip, scale or swallow what follows it, but reaches no annotation.
 */
export function markAsTest(page: PDFPage, { bold }: Faces): void {
  const box = visibleBox(page)
  const mark = markFor(page, box, bold)
  const name = page.node.newXObject('TestMark', mark)
  artifact(page, 'Watermark', () => page.pushOperators(drawObject(name)))
  const { context } = page.doc
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: 'Watermark',
    Rect: cornersOf(box),
    Contents: PDFHexString.fromText(BAND),
    F: PERMANENT,
    AP: { N: mark },
  })
  // A new array: pages of an uploaded document may share one.
  const others = page.node.Annots()?.asArray() ?? []
  page.node.set(PDFName.of('Annots'), context.obj([...others, context.register(annotation)]))
}

/** Returns the mark as a form XObject in the coordinates of the page. */
function markFor(page: PDFPage, box: Box, bold: Face): PDFRef {
  const { context } = page.doc
  const turn = ((page.getRotation().angle % 360) + 360) % 360
  const upright = turn % 180 === 0
  const width = upright ? box.width : box.height
  const height = upright ? box.height : box.width
  const operators = [
    turned(box, turn),
    ...bandOf(width, height, bold),
    ...across(width, height, bold),
  ]
  const form = context.formXObject(operators, {
    BBox: context.obj(cornersOf(box)),
    Resources: {
      Font: { [FONT]: bold.font.ref },
      ExtGState: { [FAINT]: { Type: 'ExtGState', ca: OPACITY } },
    },
  })
  return context.register(form)
}

const FONT = 'Bold'
const FAINT = 'Faint'
const FLAT = { rotate: degrees(0), xSkew: degrees(0), ySkew: degrees(0) }

function bandOf(width: number, height: number, bold: Face): PDFOperator[] {
  const size = Math.min(9, (width * 0.9) / bold.width(BAND, 1), height / 4)
  const band = size * 2
  return [
    ...drawRectangle({
      ...FLAT,
      x: 0,
      y: height - band,
      width,
      height: band,
      color: RED,
      borderWidth: 0,
      borderColor: undefined,
    }),
    ...drawText(bold.font.encodeText(BAND), {
      ...FLAT,
      x: (width - bold.width(BAND, size)) / 2,
      y: height - band * 0.67,
      size,
      font: FONT,
      color: WHITE,
    }),
  ]
}

function across(width: number, height: number, bold: Face): PDFOperator[] {
  const [cos, sin] = [Math.cos((SLOPE * Math.PI) / 180), Math.sin((SLOPE * Math.PI) / 180)]
  const perPoint = bold.width(ACROSS, 1)
  const size = Math.min((0.82 * width) / (perPoint * cos), (0.82 * height) / (perPoint * sin))
  const length = perPoint * size
  return drawText(bold.font.encodeText(ACROSS), {
    ...FLAT,
    x: (width - length * cos + size * 0.7 * sin) / 2,
    y: (height - length * sin - size * 0.7 * cos) / 2,
    size,
    rotate: degrees(SLOPE),
    font: FONT,
    color: RED,
    graphicsState: FAINT,
  })
}

/** Moves the origin to the lower left corner of the page as it is shown. */
function turned({ x, y, width, height }: Box, turn: number): PDFOperator {
  if (turn === 90) return concatTransformationMatrix(0, 1, -1, 0, x + width, y)
  if (turn === 180) return concatTransformationMatrix(-1, 0, 0, -1, x + width, y + height)
  if (turn === 270) return concatTransformationMatrix(0, -1, 1, 0, x, y + height)
  return concatTransformationMatrix(1, 0, 0, 1, x, y)
}

function cornersOf({ x, y, width, height }: Box): [number, number, number, number] {
  return [x, y, x + width, y + height]
}
