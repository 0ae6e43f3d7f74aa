import { PDFDocument, ParseSpeeds, rgb } from 'pdf-lib'
import type { Mode, Region } from '../world/world.ts'
import { GREY, Pages, WIDTH } from './pages.ts'
import { section } from './section.ts'
import { tableSection } from './table.ts'
import { markAsTest } from './test-mark.ts'

/**
 * Content of the certificate of completion of one signed document. Times are UTC, ISO 8601; hashes
 * are SHA-256 in hex.
 */
export interface Certificate {
  envelopeId: string
  documentId: string
  /** Index of the document in the envelope, from 0. */
  documentIndex: number
  documentCount: number
  title: string
  documentClass: string
  presentedHash: string
  mode: Mode
  region: Region
  sender: string
  signer: {
    /** As typed by the signer. */
    name: string
    email?: string
  }
  signatureMethods: readonly string[]
  consent: { version: number | string; hash: string; acceptedAt: string }
  signedAt: string
  /** Ceremony events up to the sealing. */
  events: readonly { position: number; type: string; at: string; hash: string }[]
  retention: { text: string }
}

const ACCENT = rgb(0.11, 0.29, 0.47)
/** Font size at which 64 hexadecimal digits fit beside a label. */
const HASH_SIZE = 8

/**
 * Appends the certificate of completion to the presented PDF, so that one hash covers both
 * (GAP-CERTIFICATE). The same input gives the same bytes.
 */
export async function appendCertificate(
  presented: Uint8Array,
  certificate: Certificate,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(presented, {
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  })
  document.setModificationDate(new Date(certificate.signedAt))
  const shown = document.getPages()
  const { envelopeId, documentId, mode } = certificate
  const pages = await Pages.after(
    document,
    {
      footer: `Certificate of completion · ${envelopeId} · ${documentId}`,
      language: 'en',
    },
    JSON.stringify(certificate),
  )
  write(pages, certificate, shown.length)
  if (mode === 'test')
    for (const page of [...shown, ...pages.written]) markAsTest(page, pages.faces)
  return pages.save()
}

function write(pages: Pages, certificate: Certificate, pageCount: number): void {
  const title = 'Certificate of completion'
  pages.cells([{ text: title, x: 0, width: WIDTH, size: 22, bold: true, color: ACCENT }], 'H1')
  pages.space(2)
  pages.paragraph(
    `Record of the electronic signing of “${certificate.title}”. It belongs to the pages before it.`,
  )
  pages.rule(ACCENT, 1.2)
  writeDocument(pages, certificate, pageCount)
  writeSignature(pages, certificate)
  writeConsent(pages, certificate)
  writeEvents(pages, certificate)
  writeKeeping(pages, certificate)
  writeMeaning(pages, certificate)
}

function writeDocument(pages: Pages, certificate: Certificate, pageCount: number): void {
  const {
    title,
    documentClass,
    documentIndex,
    documentCount,
    envelopeId,
    documentId,
    sender,
    presentedHash,
  } = certificate
  section(pages, 'The document', [
    ['Title', title],
    ['Class', inWords(documentClass)],
    ['Sent by', sender],
    ['Envelope', envelopeId],
    ['Document', `${documentId}, ${documentIndex + 1} of ${documentCount} in the envelope`],
    [
      'Presented to the signer',
      `${pageCount} ${pageCount === 1 ? 'page' : 'pages'}, with the SHA-256`,
    ],
    ['', presentedHash, HASH_SIZE],
  ])
}

function writeSignature(pages: Pages, { signer, signatureMethods, signedAt }: Certificate): void {
  pages.keep(160)
  pages.heading('The signature')
  pages.cells([{ text: signer.name, x: 0, width: WIDTH, size: 17, color: ACCENT }])
  pages.space(-6)
  pages.rule()
  pages.row('Signed by', signer.name)
  if (signer.email !== undefined) pages.row('E-mail', signer.email)
  pages.row('Method', signatureMethods.map(inWords).join(', '))
  pages.row('Signed at', readable(signedAt))
}

function writeConsent(pages: Pages, { consent }: Certificate): void {
  section(pages, 'Consent to electronic records', [
    'Before signing, the signer accepted the disclosure about electronic records and signatures.',
    ['Accepted at', readable(consent.acceptedAt)],
    ['Disclosure', `version ${consent.version}, with the SHA-256`],
    ['', consent.hash, HASH_SIZE],
  ])
}

function writeEvents(pages: Pages, { events }: Certificate): void {
  const columns = {
    position: { x: 0, width: 22 },
    at: { x: 24, width: 142 },
    type: { x: 172, width: 120 },
    hash: { x: 298, width: 189 },
  }
  const label = { size: 8, color: GREY }
  tableSection(
    pages,
    'Events',
    'Each hash covers its event and the hash before it: none can be changed, removed or inserted unnoticed.',
    [
      { text: 'No.', ...columns.position, ...label },
      { text: 'Time', ...columns.at, ...label },
      { text: 'Event', ...columns.type, ...label },
      { text: 'Hash', ...columns.hash, ...label },
    ],
    events.map(({ position, type, at, hash }) => [
      { text: String(position), ...columns.position, size: 8, color: GREY },
      { text: readable(at), ...columns.at, size: 8 },
      { text: inWords(type), ...columns.type, size: 8 },
      { text: `${hash.slice(0, 32)} ${hash.slice(32)}`, ...columns.hash, size: 8 },
    ]),
  )
}

function writeKeeping(pages: Pages, { retention, region, mode }: Certificate): void {
  section(pages, 'Storage and retention', [
    ['Region', region],
    ['Mode', mode === 'test' ? 'test: a synthetic record without legal effect' : 'live'],
    ['Retention', retention.text],
  ])
}

function writeMeaning(pages: Pages, { region, mode }: Certificate): void {
  section(pages, 'The seal and its limits', [
    'The platform seals this file, certificate included, with a key that the platform holds. The electronic seal shows ' +
      'that the file is the completed one, unaltered since. It is not an advanced or qualified electronic signature, and ' +
      'not a notarization. It rests on no certificate of a public trust list.',
    mode === 'live'
      ? 'The signature is an electronic signature in the sense of the US ESIGN Act and UETA, and of Article 25(1) of ' +
        'the EU’s eIDAS regulation: it is not denied legal effect for being electronic.'
      : 'This record was made in test mode. It has no legal effect: do not accept it as a signed agreement.',
  ])
  section(pages, 'How to verify this file', [
    'Compute the SHA-256 of this file, unchanged. Send it as 64 lower-case hexadecimal digits to POST /v1/esign/verify, ' +
      'at the us and at the eu endpoint of the platform. No account or key is needed, and only the hash is sent. ' +
      `Each region knows only its own documents (this one belongs to ${region}): a file is unknown only if every ` +
      'region says so. ' +
      (mode === 'live'
        ? 'The response contains the seal. The keys to check it offline are published at /.well-known/esign-keys.'
        : 'The response says that the record is of test mode. The keys of test mode are not among the published keys.'),
  ])
}

/** Formats `consent_accepted` as "consent accepted". */
function inWords(identifier: string): string {
  return identifier.replaceAll('_', ' ')
}

function readable(time: string): string {
  return time.replace('T', ' ').replace('Z', ' UTC')
}
