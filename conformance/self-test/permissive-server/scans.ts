import { type Choice, edit } from './choice.ts'

/** This server's names of the sides of a document. */
export const SCAN_PARTS = { scan_image_part: 'recto', scan_back_part: 'verso' }

const THEIRS = {
  // The server knows only its own names, and rejects others as the simulator rejects this value.
  'name="front"': 'name="unknown"',
  'name="back"': 'name="expected_outcome"',
  'name="recto"': 'name="front"',
  'name="verso"': 'name="back"',
}

const FURTHER_IMAGE = /--(vskit-\w+)\r\n[^\r]*name="further_image"[^]*?\r\n(?=--\1)/

const isScan = (path: string): boolean => path === '/v1/id-verification'

/** Synthetic holders of documents, in turn, whatever the image shows. */
const SURNAMES = ['Testperson', 'Specimen', 'Mustermann']

export const scanChoices = (): readonly Choice[] => {
  const scansByKey = new Map<string, number>()
  return [
    {
      row: 'GAP-ID-SCAN-BODY',
      request(request) {
        if (!isScan(request.path)) return
        // The body contains image data, so edit it as bytes.
        let text = request.body.toString('latin1')
        for (const [ours, theirs] of Object.entries(THEIRS)) text = text.replaceAll(ours, theirs)
        // Images that are neither side are dropped, and do not count.
        text = text.replace(FURTHER_IMAGE, '')
        request.body = Buffer.from(text, 'latin1')
      },
      response({ path, headers }, response) {
        // Other fields, and another specimen for each scan.
        if (!isScan(path) || response.status !== 200) return
        const key = String(headers['authorization'])
        const earlier = scansByKey.get(key) ?? 0
        scansByKey.set(key, earlier + 1)
        edit(response, ({ data }) => {
          Object.assign(data as object, {
            holder: { surname: SURNAMES[earlier % SURNAMES.length] },
            family_name: undefined,
          })
        })
      },
    },
    {
      row: 'GAP-UPLOAD-REFUSALS',
      response({ path }, response) {
        // One status for every error of an upload.
        if (isScan(path) && (response.status === 413 || response.status === 415))
          response.status = 400
      },
    },
  ]
}
