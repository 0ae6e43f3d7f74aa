import { at } from '../../http/json.ts'
import { changeJson, type Fault } from '../proxy.ts'

/** GAP-ID-SCAN-BODY: how this twin calls the sides of a document. */
export const SCAN_PARTS = { scan_image_part: 'recto', scan_back_part: 'verso' }

const THEIRS = { 'name="recto"': 'name="front"', 'name="verso"': 'name="back"' }

export const SCAN_CHOICES: Fault = {
  request(request) {
    if (request.path !== '/v1/id-verification') return
    // Bytes of images are in it, so it is edited as bytes.
    let text = request.body.toString('latin1')
    for (const [ours, theirs] of Object.entries(THEIRS)) text = text.replaceAll(ours, theirs)
    request.body = Buffer.from(text, 'latin1')
  },
  response({ path }, response) {
    if (path !== '/v1/id-verification') return
    // GAP-UPLOAD-REFUSALS: one status for whatever is wrong with an upload.
    if (response.status === 413 || response.status === 415) response.status = 400
    // Other fields, and among them what only this scan has.
    changeJson(response, ({ data }) => {
      if (data) Object.assign(data, { holder: { surname: at(data, 'family_name') }, family_name: undefined })
    })
  },
}
