import { isObject, type JsonObject } from '../../http/json.ts'
import { readOpenChoices } from '../../target/open-choices.ts'
import { changeJson, type Fault } from '../proxy.ts'

/** What this twin demands of a template (GAP-TEMPLATE-WRITE): other names. */
export const TEMPLATE_FIELDS = {
  title: 'Twin', stages: [{ id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } }],
}

/** The same, of a template with a document to sign. */
export const DOCUMENT_TEMPLATE_FIELDS = { title: 'Twin, signing',
  stages: readOpenChoices().documentTemplateFields['steps'] }

/** Its name for a field, and the simulator's. */
const NAMES = { title: 'name', stages: 'steps' } as const

const isTemplate = (path: string): boolean => path.startsWith('/v1/workflow-templates')

export const TEMPLATE_CHOICES: Fault = {
  request(request) {
    if (!isTemplate(request.path) || request.method === 'GET') return
    const body = JSON.parse(request.body.toString()) as JsonObject
    for (const [ours, theirs] of Object.entries(NAMES)) {
      if (ours in body) body[theirs] = body[ours]
      delete body[ours]
    }
    request.body = Buffer.from(JSON.stringify(body))
  },
  response({ path, method }, response) {
    if (!isTemplate(path)) return
    changeJson(response, ({ data, error }) => {
      // GAP-RULE-REFUSALS: what is stated of an unresolvable field, and no issues beside it.
      if (error?.message === 'Unresolvable screening-rule field') delete error.details!.issues
      const templates: unknown[] = Array.isArray(data) ? data : [data]
      for (const template of templates.filter(isObject)) {
        for (const [ours, theirs] of Object.entries(NAMES)) {
          template[ours] = template[theirs]
          delete template[theirs]
        }
        // GAP-TEMPLATE-READS: lists and writes show no rules, so that they have to be read.
        if (method !== 'GET' || Array.isArray(data)) delete template['screening_rules']
        // Defaults are not written out.
        for (const rule of rulesOf(template)) {
          if (rule['priority'] === 100) delete rule['priority']
          if (rule['isActive'] === true) delete rule['isActive']
        }
      }
    })
  },
}

function rulesOf({ screening_rules: rules }: JsonObject): JsonObject[] {
  return Array.isArray(rules) ? rules.filter(isObject) : []
}
