import {
  DOCUMENT_TEMPLATE,
  type DocumentTemplateRecord,
  type Wording,
  newDocumentTemplate,
  publishVersion,
  versionsOf,
} from '../../features/signing/document-templates.ts'
import type { Ports } from '../../ports.ts'
import { wordingIssues } from '../../features/signing/rules/document-issues.ts'
import { undrawableIssues } from '../../features/signing/undrawable.ts'
import type { Localized } from '../../features/signing/rules/localized.ts'
import { json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError, type Issue } from '../../call/errors.ts'
import { MODES, type Mode, scopeOf } from '../../world/world.ts'
import type { EncodedFile } from '../../uploads/encoded-files.ts'
import { organizationOf } from '../access/organization.ts'

interface WordingBody {
  title: Localized
  document_class: Wording['document_class']
  body?: Localized
}

/** Operations of document authors in the console (DOC). */
export function documentTemplateHandlers(ports: Ports): Record<string, Handler> {
  return {
    createDocumentTemplate: {
      check: (call) => issuesOf(ports, call),
      run: async (call) => {
        const { mode, name } = call.body as { mode: Mode; name: string }
        const scope = scopeOf(organizationOf(ports, call.params.id!), mode)
        const wording = await wordingOf(ports, call)
        const template = await newDocumentTemplate(ports, scope, name, wording, call.now)
        return json(201, { data: await view(ports, scope, template) })
      },
    },
    listDocumentTemplates: {
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        const { mode } = call.query as { mode?: Mode }
        const views = (mode === undefined ? MODES : [mode]).map((one) =>
          viewsOf(ports, scopeOf(organization, one)),
        )
        return json(200, { data: (await Promise.all(views)).flat() })
      },
    },
    publishDocumentVersion: {
      check: (call) => issuesOf(ports, call),
      run: async (call) => {
        const found = await ports.records.find(DOCUMENT_TEMPLATE, call.params.template_id!)
        if (!found) throw new ApiError('resource_not_found')
        const template = await publishVersion(
          ports,
          found.scope,
          found.id,
          await wordingOf(ports, call),
          call.now,
        )
        return json(201, { data: await view(ports, found.scope, template) })
      },
    },
  }
}

async function viewsOf(ports: Ports, scope: string) {
  const found = await ports.records.page(scope, DOCUMENT_TEMPLATE, {
    limit: Number.MAX_SAFE_INTEGER,
  })
  return Promise.all(found.map(({ body }) => view(ports, scope, body as DocumentTemplateRecord)))
}

async function view(
  ports: Ports,
  scope: string,
  { id, name, version, created_at }: DocumentTemplateRecord,
) {
  const [, mode, organization] = scope.split('/')
  const versions = (await versionsOf(ports, scope, id)).map(({ template_id: _id, ...rest }) => rest)
  return { id, organization, mode, name, version, created_at, versions }
}

async function wordingOf(ports: Ports, call: Call): Promise<Wording> {
  const { title, document_class, body } = call.body as WordingBody
  const file = call.files.get(PDF)
  return {
    title,
    document_class,
    ...(body !== undefined && { body }),
    ...(file?.bytes && {
      pdf: { bytes: Buffer.from(file.bytes), sha256: await ports.uploads.sha256(file) },
    }),
  }
}

/**
 * Returns the problems that the schema cannot express. Also called on bodies that the schema refused, so it assumes
 * no types.
 */
async function issuesOf(ports: Ports, call: Call): Promise<Issue[]> {
  const { title, body, pdf_base64 } = (call.body ?? {}) as Record<string, unknown>
  const issues = [...wordingIssues(title, body), ...(await undrawableIssues(ports, title, body))]
  if ((body === undefined) === (pdf_base64 === undefined)) {
    const message =
      body === undefined ? 'Required, unless a PDF is sent' : 'Send a text or a PDF, not both'
    issues.push({
      code: body === undefined ? 'invalid_type' : 'custom',
      path: ['body'],
      message,
      param: 'body',
    })
  }
  const file = call.files.get(PDF)
  const message = file && (await pdfProblem(ports, file))
  if (message === undefined) return issues
  return [...issues, { code: 'custom', path: [PDF], message, param: PDF }]
}

const PDF = 'pdf_base64'

/** Replaces a valid upload by the copy that is presented and sealed. */
async function pdfProblem(ports: Ports, file: EncodedFile): Promise<string | undefined> {
  if (!file.bytes) return 'Expected base64'
  const read = await ports.pdf.readUploadedDocument(file.bytes)
  if ('problem' in read) return read.problem
  file.bytes = read.copy
  return undefined
}
