import { isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../proxy.ts'

/** How this twin calls the country of an address; it demands one. */
export const COUNTRY_FIELD = 'land'

const isAbout = (path: string): boolean => path.startsWith('/v1/applicants') || path === '/v1/sessions'

/** GAP-ADDRESS-FIELDS: the country has another name, and is required. */
export const APPLICANT_CHOICES: Fault = {
  request(request) {
    const text = request.body.toString()
    if (!isAbout(request.path) || !text.includes('"address"')) return
    const body = JSON.parse(text) as JsonObject
    const { address } = body
    if (!isObject(address)) return
    const { [COUNTRY_FIELD]: country, ...others } = address
    // A wrong type is refused by who knows types.
    request.body = Buffer.from(JSON.stringify({ ...body, address: { ...others, country: country ?? null } }))
  },
  response({ path }, response) {
    if (!isAbout(path) || response.body.byteLength === 0 || response.status >= 400) return
    changeJson(response, ({ data }) => {
      const address = data?.['address']
      if (!isObject(address)) return
      const { country, ...others } = address
      data['address'] = { ...others, [COUNTRY_FIELD]: country }
    })
  },
}
