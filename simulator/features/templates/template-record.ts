import type { ScreeningRule, WorkflowStepInput } from '../../../spec/generated/wire.ts'
import type { Document } from '../../store/records.ts'

/** A workflow template as stored, with its defaults. */
export interface TemplateRecord {
  id: string
  name: string
  steps: {
    id: WorkflowStepInput['id']
    type: WorkflowStepInput['type']
    config: Record<string, unknown>
  }[]
  /** The JSON text of the caller's metadata, byte for byte. */
  metadata: string
  screening_rules: ScreeningRule[]
  device_intelligence: boolean
  evidence_image_retention_days: number | null
  version: number
  created_at: string
  updated_at: string
}

export const TEMPLATE = 'workflow-template'

export type TemplateDocument = Document<TemplateRecord>

/** Form of a template id; other ids are not looked up. */
export const TEMPLATE_ID = /^wt_[0-9a-z]{24}$/
