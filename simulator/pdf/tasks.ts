import { drawAuthoredDocument } from './authored-document.ts'
import { drawBlocks } from './blocks.ts'
import { appendCertificate } from './certificate.ts'
import { undrawableIn } from './font-files.ts'
import { readUploadedDocument } from './uploaded-document.ts'

/** Tasks of the drawing thread. */
export const tasks = {
  drawBlocks,
  undrawableIn,
  drawAuthoredDocument,
  readUploadedDocument,
  appendCertificate,
}

export type Tasks = typeof tasks
