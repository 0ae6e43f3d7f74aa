import type { Backend, Clients } from '../clients.ts'
import type { Response } from '../http/client.ts'

/** An operation or form that accepts a file. */
export type Upload = (bytes: Buffer, no: number) => Promise<Response>

export interface UploadRoutes {
  scan: Upload
  template: Upload
  sdk: Upload
  hosted: Upload
  /** Sends bodies alternately to the two operations that take files in JSON. */
  json: Upload
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=q6Wb' }
const STEP = '/sdk/v1/sessions/me/steps/identity/submit'

/** Prepares every operation and form that accepts a file. */
export async function uploadRoutes(clients: Clients, backend: Backend): Promise<UploadRoutes> {
  const { key: live } = await clients.controlClient<{ key: string }>(
    'POST',
    `/organizations/${backend.organization}/keys`,
    { type: 'sk', mode: 'live' },
  )
  const identity = { id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } }
  const { id: workflow_template_id } = await backend.data<{ id: string }>(
    'POST',
    '/v1/workflow-templates',
    { name: 'Uploads', steps: [identity] },
  )
  const session = async (): Promise<string> =>
    (await backend.data<{ id: string }>('POST', '/v1/sessions', { workflow_template_id })).id
  const minted = await backend.ask('POST', `/v1/sessions/${await session()}/browser_token`)
  const token = { authorization: `Bearer ${JSON.parse(minted.text).browserToken as string}` }
  const page = `/s/${await session()}`
  const submit = (path: string, fields: Record<string, string>): Promise<Response> =>
    backend.api.ask(
      'POST',
      page + path,
      { 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams(fields).toString(),
    )
  await submit('/start', {})
  await submit('/steps/identity/document', { acquisition: 'upload', specimen: 'oeyvind' })
  const templates = `/control/v1/organizations/${backend.organization}/document_templates`
  return {
    scan: (bytes) =>
      backend.api.ask(
        'POST',
        '/v1/id-verification',
        { ...FORM_TYPE, authorization: `Bearer ${live}` },
        form([['front', bytes]]),
      ),
    template: (bytes, no) =>
      clients.control.ask(
        'POST',
        templates,
        JSON_TYPE,
        JSON.stringify({
          mode: 'test',
          name: `Rules ${no}`,
          title: 'House rules',
          document_class: 'disclosure_or_acknowledgment',
          carve_outs_acknowledged: true,
          pdf_base64: bytes.toString('base64'),
        }),
      ),
    sdk: (bytes) =>
      backend.api.ask(
        'POST',
        STEP,
        { ...JSON_TYPE, ...token },
        // The unknown answer makes the submission fail, so that the step stays open for the next
        // file.
        JSON.stringify({ images: { front: bytes.toString('base64') }, answers: { none: true } }),
      ),
    hosted: async (bytes) => {
      const response = await backend.api.ask(
        'POST',
        `${page}/steps/identity/take`,
        FORM_TYPE,
        form([
          ['side', 'front'],
          ['images.front', bytes],
        ]),
      )
      if (response.status < 400) await submit('/steps/identity/again', { side: 'front' })
      return response
    },
    json: (bytes, no) =>
      no % 2 === 0
        ? backend.api.ask('POST', STEP, { ...JSON_TYPE, ...token }, bytes)
        : clients.control.ask('POST', templates, JSON_TYPE, bytes),
  }
}

/** Text is a field, bytes are a file. */
function form(parts: [name: string, value: string | Buffer][]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([name, value]) => [
      Buffer.from(`--q6Wb\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(typeof value === 'string' ? '\r\n\r\n' : '; filename="a"\r\n\r\n'),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--q6Wb--\r\n'),
  ])
}
