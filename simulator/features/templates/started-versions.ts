import type { Ports } from '../../ports.ts'
import type { Put } from '../../store/records.ts'
import type { TemplateRecord } from './template-record.ts'

/** A version of a template with which a session has started. Never edited: the session is evaluated by it. */
export const TEMPLATE_VERSION = 'workflow-template-version'

/**
 * Returns what to write with the start of a session, so that its rules can be found later. Other versions are not
 * kept: a template that is edited every minute needs no more room.
 */
export async function keepVersion(
  { records }: Ports,
  scope: string,
  template: TemplateRecord,
): Promise<Put[]> {
  if (template.screening_rules.length === 0) return []
  const id = versionId(template.id, template.version)
  if (await records.read(scope, TEMPLATE_VERSION, id)) return []
  return [{ type: 'put', scope, kind: TEMPLATE_VERSION, id, body: template, ifVersion: 0 }]
}

/** Returns a version with which a session has started; undefined if it has no rules. */
export async function startedVersion(
  { records }: Ports,
  scope: string,
  id: string,
  version: number,
): Promise<TemplateRecord | undefined> {
  const document = await records.read(scope, TEMPLATE_VERSION, versionId(id, version))
  return document?.body as TemplateRecord | undefined
}

function versionId(id: string, version: number): string {
  return `${id}.${version}`
}
