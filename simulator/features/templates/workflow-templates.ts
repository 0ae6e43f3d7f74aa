import { limits } from '../../../spec/generated/limits.ts'
import type {
  ScreeningRule,
  ScreeningRuleInput,
  WorkflowStepInput,
  WorkflowTemplateCreateRequest,
  WorkflowTemplateUpdateRequest,
} from '../../../spec/generated/wire.ts'
import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { metadataIssues } from '../metadata-issues.ts'
import { undrawableInSteps } from '../signing/undrawable.ts'
import { referencesOf } from '../signing/rules/document-issues.ts'
import { depthIssues, ruleRefusal } from '../screening/rules/refusals.ts'
import { workflowIssues } from './rules/workflow-issues.ts'
import { type Answer, jsonText } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError, type Issue } from '../../call/errors.ts'
import { memberText } from '../../call/json-text.ts'
import { retryInTurn } from '../../store/conflict.ts'
import { newTurns } from '../../store/turns.ts'
import type { Put } from '../../store/records.ts'
import { findDocumentTemplate } from '../signing/document-templates.ts'
import { cursorIssues, listAnswerInSteps } from '../paging.ts'
import {
  TEMPLATE,
  TEMPLATE_ID,
  type TemplateDocument,
  type TemplateRecord,
} from './template-record.ts'

/** Workflow templates (TPL): each accepted write increments the version; a rejected one leaves no trace. */
export function workflowTemplateHandlers(ports: Ports): Record<string, Handler> {
  const turns = newTurns()
  return {
    createWorkflowTemplate: {
      check: (call) => templateIssues(ports, call),
      refusal: templateRefusal,
      run: (call) => createTemplate(ports, call),
    },
    listWorkflowTemplates: {
      check: cursorIssues,
      run: (call) =>
        listAnswerInSteps(
          (query) => ports.records.page(call.credential.scope, TEMPLATE, query),
          call,
          (document) => templateText((document as TemplateDocument).body),
        ),
    },
    retrieveWorkflowTemplate: {
      run: async (call) => answer(200, (await visibleTemplate(ports, call)).body),
    },
    updateWorkflowTemplate: {
      check: (call) => templateIssues(ports, call),
      refusal: templateRefusal,
      run: (call) => retryInTurn(turns, call.params.id!, () => updateTemplate(ports, call)),
    },
  }
}

/** Returns the template of this scope with this id. */
export async function findTemplate(
  ports: Ports,
  scope: string,
  id: string,
): Promise<TemplateDocument | undefined> {
  return TEMPLATE_ID.test(id)
    ? ((await ports.records.read(scope, TEMPLATE, id)) as TemplateDocument | undefined)
    : undefined
}

/**
 * Returns the problems that the schema cannot express. Also called on bodies that the schema rejected, so it assumes no
 * types.
 */
async function templateIssues(ports: Ports, call: Call): Promise<Issue[]> {
  const { steps, screening_rules } = (call.body ?? {}) as Record<string, unknown>
  return [
    ...[
      ...workflowIssues(steps),
      ...(await referenceIssues(ports, call.credential.scope, steps)),
      ...(await undrawableInSteps(ports, steps)),
    ].map((issue) => ({ ...issue, path: ['steps', ...issue.path] })),
    ...depthIssues(screening_rules),
    ...metadataIssues(call),
    ...(ruleRefusal(screening_rules)?.details.issues ?? []),
  ]
}

/** An unresolvable field has its own message and detail, besides the list of all problems. */
function templateRefusal(call: Call, issues: Issue[]): ApiError {
  const refusal = ruleRefusal((call.body as Record<string, unknown> | undefined)?.screening_rules)
  return new ApiError('validation_error', { ...refusal?.details, issues }, refusal?.message)
}

/** Documents that name a missing template of the console, or a missing version of it. */
async function referenceIssues(ports: Ports, scope: string, steps: unknown): Promise<Issue[]> {
  const issues = referencesOf(steps).map(async ({ path, id, version }): Promise<Issue[]> => {
    const newest = (await findDocumentTemplate(ports, scope, id))?.body.version
    const issue = (param: string, message: string): Issue[] => [
      { code: 'custom', path: [...path, param], message, param },
    ]
    if (newest === undefined)
      return issue('documentTemplateId', 'No document template with that id is visible to this key')
    if (version === undefined || version <= newest) return []
    return issue(
      'documentTemplateVersion',
      `The newest version of this document template is ${newest}`,
    )
  })
  return (await Promise.all(issues)).flat()
}

async function createTemplate(ports: Ports, call: Call): Promise<Answer> {
  const { name, steps, ...rest } = call.body as WorkflowTemplateCreateRequest
  const template: TemplateRecord = {
    id: newId(ports.random, 'wt'),
    name,
    steps: steps.map(storedStep),
    metadata: '{}',
    screening_rules: [],
    device_intelligence: false,
    evidence_image_retention_days: null,
    ...sent(call, rest),
    version: 1,
    created_at: iso(call.now),
    updated_at: iso(call.now),
  }
  await ports.records.write([put(call.credential.scope, template, 0)])
  return answer(201, template)
}

async function updateTemplate(ports: Ports, call: Call): Promise<Answer> {
  const changes = call.body as WorkflowTemplateUpdateRequest
  const { body: before, version } = await visibleTemplate(ports, call)
  const template = {
    ...before,
    ...sent(call, changes),
    version: before.version + 1,
    updated_at: iso(call.now),
  }
  await ports.records.write([put(call.credential.scope, template, version)])
  return answer(200, template)
}

/** Returns the body as stored; absent keys stay absent. */
function sent(call: Call, body: WorkflowTemplateUpdateRequest): Partial<TemplateRecord> {
  const {
    name,
    steps,
    metadata,
    screening_rules,
    device_intelligence,
    evidence_image_retention_days: days,
  } = body
  return {
    ...(name !== undefined && { name }),
    ...(steps && { steps: steps.map(storedStep) }),
    ...(metadata && { metadata: memberText(call.bodyText, 'metadata')! }),
    ...(screening_rules && { screening_rules: screening_rules.map(storedRule) }),
    ...(device_intelligence !== undefined && { device_intelligence }),
    ...(days !== undefined && { evidence_image_retention_days: days }),
  }
}

const CONFIG_DEFAULTS: Partial<Record<WorkflowStepInput['type'], object>> = {
  id_verification: { faceCheck: 'none', allowPhotoUpload: false },
  custom_form: { rules: [] },
  esign: { emailSignedRecord: false, retentionYears: limits.esign_retention_years_max.value },
}

function storedStep({ id, type, config = {} }: WorkflowStepInput): TemplateRecord['steps'][number] {
  return { id, type, config: { ...CONFIG_DEFAULTS[type], ...config } }
}

function storedRule(rule: ScreeningRuleInput): ScreeningRule {
  return {
    ...rule,
    priority: rule.priority ?? limits.screening_priority_default.value,
    isActive: rule.isActive ?? true,
  }
}

function put(scope: string, template: TemplateRecord, ifVersion: number): Put {
  return { type: 'put', scope, kind: TEMPLATE, id: template.id, body: template, ifVersion }
}

/** @throws {ApiError} resource_not_found */
async function visibleTemplate(ports: Ports, call: Call): Promise<TemplateDocument> {
  const document = await findTemplate(ports, call.credential.scope, call.params.id!)
  if (!document) throw new ApiError('resource_not_found')
  return document
}

function answer(status: number, template: TemplateRecord): Answer {
  return jsonText(status, `{"data":${templateText(template)}}`)
}

/** Metadata is returned as the text that was sent. */
function templateText({ id, name, steps, metadata, ...rest }: TemplateRecord): string {
  return `${JSON.stringify({ id, name, steps }).slice(0, -1)},"metadata":${metadata},${JSON.stringify(rest).slice(1)}`
}
