import { drawAuthoredDocument } from './authored-document.ts'
import { drawBlocks } from './blocks.ts'
import { appendCertificate } from './certificate.ts'
import { readUploadedDocument } from './uploaded-document.ts'

/** What the drawing thread can be asked for. */
export const tasks = { drawBlocks, drawAuthoredDocument, readUploadedDocument, appendCertificate }

export type Tasks = typeof tasks
