import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFStream,
  PDFString,
} from 'pdf-lib'

/**
 * Entries that a document to be signed must not contain. PDF/A (ISO 19005) refuses the same ones, so
 * that a file looks the same to every reader.
 */
const REFUSED_ENTRIES: Record<string, string> = {
  JS: 'contains a script',
  JavaScript: 'contains a script',
  XFA: 'contains an XFA form',
  EmbeddedFiles: 'has attachments',
  EF: 'has attachments',
  ByteRange: 'carries a digital signature, which appending the certificate would break',
  AA: 'runs an action without a click',
  OCProperties: 'has layers, which a reader can show and hide: merge them into the page',
  FS: 'refers to another file',
  FixedPrint: 'has a watermark that is printed elsewhere than shown',
  FFilter: 'refers to another file',
  OPI: 'refers to another file',
  Alternates: 'has an image with alternatives, which readers choose between',
}
/** Further entries that a stream must not have. */
const REFUSED_STREAM_ENTRIES: Record<string, string> = {
  F: 'refers to another file',
  Ref: 'refers to another file',
}
/** Values of entries that say what a dictionary is. */
const REFUSED_KINDS: Record<string, Record<string, string>> = {
  Type: { Filespec: 'refers to another file', F: 'refers to another file' },
  Subtype: {
    FileAttachment: 'has attachments',
    RichMedia: 'plays media',
    Movie: 'plays media',
    Screen: 'plays media',
    Sound: 'plays media',
    '3D': 'plays media',
    PS: 'contains a PostScript program',
  },
  S: {
    JavaScript: 'contains a script',
    Launch: 'starts a program',
    SubmitForm: 'submits its form to a URL',
    ImportData: 'imports data',
    GoToE: 'opens an attachment',
    GoToR: 'opens another file',
    Rendition: 'plays media',
    Movie: 'plays media',
    Sound: 'plays media',
    RichMediaExecute: 'plays media',
    SetOCGState: 'shows or hides a layer',
  },
}

/** Entries with actions, and the actions allowed there. `A` needs a click of the reader. */
const ACTIONS: Record<string, readonly string[]> = {
  A: ['GoTo', 'URI'],
  PA: ['URI'],
  OpenAction: ['GoTo'],
  Next: [],
  NA: [],
}
const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel']

/**
 * Returns why a document does not look the same to every reader, or acts on its own. Checks every
 * object.
 */
export function problemOfContent({ context }: PDFDocument): string | undefined {
  const toSee: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = toSee.pop(); object; object = toSee.pop()) {
    if (object instanceof PDFArray) {
      for (const entry of object.asArray()) toSee.push(entry)
      continue
    }
    const dictionary = object instanceof PDFStream ? object.dict : object
    if (!(dictionary instanceof PDFDict)) continue
    const problem =
      (object instanceof PDFStream
        ? refusedEntry(dictionary, REFUSED_STREAM_ENTRIES)
        : undefined) ?? problemOfDictionary(dictionary)
    if (problem !== undefined) return problem
    for (const value of dictionary.values()) toSee.push(value)
  }
  return undefined
}

function problemOfDictionary(dictionary: PDFDict): string | undefined {
  const refused = refusedEntry(dictionary, REFUSED_ENTRIES)
  if (refused !== undefined) return refused
  for (const [entry, kinds] of Object.entries(REFUSED_KINDS)) {
    const kind = nameIn(dictionary, entry)
    if (Object.hasOwn(kinds, kind)) return kinds[kind]
  }
  for (const [entry, allowed] of Object.entries(ACTIONS))
    for (const action of dictionariesIn(dictionary, entry)) {
      const problem = problemOfAction(action, allowed)
      if (problem !== undefined) return problem
    }
  return undefined
}

function refusedEntry(dictionary: PDFDict, refused: Record<string, string>): string | undefined {
  for (const key of dictionary.keys()) {
    const name = key.decodeText()
    if (Object.hasOwn(refused, name)) return refused[name]
  }
  return undefined
}

/** Dictionaries without `S` are no actions: outline items, attributes of tags, pages of a target. */
function problemOfAction(action: PDFDict, allowed: readonly string[]): string | undefined {
  const kind = nameIn(action, 'S')
  if (kind === '') return undefined
  if (!allowed.includes(kind))
    return REFUSED_KINDS['S']![kind] ?? 'has an action other than a link that the reader clicks'
  const uri = action.lookup(PDFName.of('URI'))
  if (kind !== 'URI' || !(uri instanceof PDFString || uri instanceof PDFHexString)) return undefined
  // As browsers read a URL: they ignore blanks and control characters.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri.decodeText().replaceAll(/[\s\p{Cc}]/gu, ''))?.[1]
  return scheme === undefined || LINK_SCHEMES.includes(scheme.toLowerCase())
    ? undefined
    : `has a link with another scheme than ${LINK_SCHEMES.join(', ')}`
}

/** Returns the dictionaries that an entry holds, itself or in an array. */
function dictionariesIn(dictionary: PDFDict, entry: string): PDFDict[] {
  const value = dictionary.lookup(PDFName.of(entry))
  const values =
    value instanceof PDFArray ? value.asArray().map((_, i) => value.lookup(i)) : [value]
  return values.filter((one) => one instanceof PDFDict)
}

function nameIn(dictionary: PDFDict, entry: string): string {
  const value = dictionary.lookup(PDFName.of(entry))
  return value instanceof PDFName ? value.decodeText() : ''
}
