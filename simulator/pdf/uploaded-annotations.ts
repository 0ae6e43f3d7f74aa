import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOptionList,
  PDFStream,
  PDFString,
  PDFTextField,
  StandardFonts,
} from 'pdf-lib'

/** Flags of an annotation: Print, ReadOnly and Locked. */
export const PERMANENT = 4 | 64 | 128
/** Invisible, Hidden, NoView and ToggleNoView. */
const HIDING = 1 | 2 | 32 | 256
const FLAGS = PDFName.of('F')

/** Annotations that every reader draws alike without an appearance. They cover nothing of the page. */
const DRAWN_BY_READERS = new Set(
  'Link Text Highlight Underline Squiggly StrikeOut'.split(' ').map((name) => PDFName.of(name)),
)
/** Annotations that show nothing on the page without an appearance, except fields that readers draw. */
const EMPTY = new Set([PDFName.of('Widget'), PDFName.of('Popup')])
/** An open window, and appearances of other states: some readers show one of them. */
const LEFT_OUT = [PDFName.of('Popup'), PDFName.of('AP')]
const SUBTYPE = PDFName.of('Subtype')
const APPEARANCE = PDFName.of('AP')
const KEPT = 'Type Rect P Contents StructParent'.split(' ').map((name) => PDFName.of(name))

/**
 * Makes pictures of form fields and of other annotations, so that they look the same on screen, on paper and to every
 * reader. Chrome draws form fields above all other annotations: they could cover the mark of test mode.
 * @returns the problem of an annotation that cannot become a picture
 */
export function flattenAnnotations(document: PDFDocument): string | undefined {
  const { catalog, context } = document
  const problem = drawFields(document)
  if (problem !== undefined) return problem
  for (const { node } of document.getPages()) {
    const annotations = node.Annots()
    if (!annotations) continue
    const shown: PDFObject[] = []
    for (const entry of annotations.asArray()) {
      const annotation = context.lookup(entry, PDFDict)
      const kind = annotation.lookup(SUBTYPE, PDFName)
      const flags = annotation.lookupMaybe(FLAGS, PDFNumber)?.asNumber() ?? 0
      if ((flags & HIDING) !== 0) return 'has a hidden annotation'
      if (isDrawnDifferently(annotation)) return UNDRAWABLE
      const appearance = appearanceOf(annotation)
      if (appearance) makePicture(annotation, appearance)
      else if (DRAWN_BY_READERS.has(kind)) for (const key of LEFT_OUT) annotation.delete(key)
      else if (EMPTY.has(kind) || annotation.has(APPEARANCE)) continue
      else return 'has an annotation without an appearance, which each reader draws in its own way'
      annotation.set(FLAGS, context.obj(PERMANENT))
      shown.push(entry)
    }
    node.set(PDFName.of('Annots'), context.obj(shown))
  }
  catalog.delete(PDFName.of('AcroForm'))
  return undefined
}

/** Draws the fields that readers would draw themselves. */
function drawFields(document: PDFDocument): string | undefined {
  const given = document.catalog.AcroForm()
  if (!given) return undefined
  // Readers draw the texts of such a form anew, because the program that filled it in did not.
  const isOutdated = given.lookup(PDFName.of('NeedAppearances')) === PDFBool.True
  const font = document.embedStandardFont(StandardFonts.Helvetica)
  const characters = new Set(font.getCharacterSet())
  try {
    const form = document.getForm()
    for (const field of form.getFields()) {
      if (isOutdated && isText(field)) form.markFieldAsDirty(field.ref)
      if (!field.needsAppearancesUpdate() || !isText(field)) continue
      // Readers draw one dot for each character.
      if (field instanceof PDFTextField && field.isPassword() && field.getText()) return UNDRAWABLE
      for (const character of textOf(field).replaceAll(/\p{Cc}/gu, ''))
        if (!characters.has(character.codePointAt(0)!)) return UNDRAWABLE
    }
    form.updateFieldAppearances(font)
    return undefined
  } catch {
    return UNDRAWABLE
  }
}

const UNDRAWABLE = 'has a form field that cannot be drawn: flatten the form'

type TextField = PDFTextField | PDFDropdown | PDFOptionList

function isText(field: PDFField): field is TextField {
  return (
    field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList
  )
}

function textOf(field: TextField): string {
  if (field instanceof PDFTextField) return field.getText() ?? ''
  return [...field.getOptions(), ...field.getSelected()].join('')
}

/**
 * Returns whether readers draw this field differently: those with a value or a frame but no appearance, such as radio
 * buttons, and buttons whose state follows from the value alone.
 */
function isDrawnDifferently(annotation: PDFDict): boolean {
  if (annotation.lookup(SUBTYPE) !== PDFName.of('Widget')) return false
  const all = annotation.lookup(APPEARANCE)
  const normal = all instanceof PDFDict ? all.lookup(PDFName.of('N')) : undefined
  const value = inherited(annotation, PDFName.of('V'))
  if (normal instanceof PDFDict)
    return !annotation.has(STATE) && value instanceof PDFName && value !== OFF && normal.has(value)
  if (normal instanceof PDFStream || inherited(annotation, FIELD_TYPE) === SIGNATURE) return false
  const frame = annotation.lookup(PDFName.of('MK'))
  return (
    isVisible(value) ||
    isVisible(annotation.lookup(STATE)) ||
    (frame instanceof PDFDict && FRAME.some((key) => frame.has(key)))
  )
}

const OFF = PDFName.of('Off')
const STATE = PDFName.of('AS')
const FIELD_TYPE = PDFName.of('FT')
const SIGNATURE = PDFName.of('Sig')
/** Background, border and caption. */
const FRAME = ['BG', 'BC', 'CA'].map((name) => PDFName.of(name))

/** Returns the entry of a field, or of the nearest field above it that has one. */
function inherited(field: PDFDict, key: PDFName): PDFObject | undefined {
  const seen = new Set<PDFObject>()
  let at: PDFObject | undefined = field
  while (at instanceof PDFDict && !seen.has(at)) {
    seen.add(at)
    const value = at.lookup(key)
    if (value) return value
    at = at.lookup(PDFName.of('Parent'))
  }
  return undefined
}

function isVisible(value: PDFObject | undefined): boolean {
  if (value instanceof PDFName) return value !== OFF
  if (value instanceof PDFArray) return value.size() > 0
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText() !== ''
  return value instanceof PDFStream
}

/** Returns the appearance that readers show; undefined if there is none. */
function appearanceOf(annotation: PDFDict): PDFObject | undefined {
  const { context } = annotation
  const all = annotation.lookup(APPEARANCE)
  const entry = all instanceof PDFDict ? all.get(PDFName.of('N')) : undefined
  const normal = context.lookup(entry)
  if (!(normal instanceof PDFDict)) return normal instanceof PDFStream ? entry : undefined
  const state = annotation.lookup(STATE)
  const chosen = normal.get(state instanceof PDFName ? state : OFF)
  return context.lookup(chosen) instanceof PDFStream ? chosen : undefined
}

function makePicture(annotation: PDFDict, appearance: PDFObject): void {
  for (const key of annotation.keys()) if (!KEPT.includes(key)) annotation.delete(key)
  annotation.set(SUBTYPE, PDFName.of('Stamp'))
  annotation.set(APPEARANCE, annotation.context.obj({ N: appearance }))
}
