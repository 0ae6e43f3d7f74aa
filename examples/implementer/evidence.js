import { ApiError } from './errors.js'
import { route } from './route.js'
import * as store from './store.js'

const SERVED = ['portrait', 'front', 'selfie']

// One empty page.
const PDF = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n'),
)

export const evidenceRoutes = [
  route(
    'GET',
    '/v1/sessions/{id}/idv-image/{artifact}',
    { routeClass: 'sessions:read_image', scope: 'sessions:read_report' },
    async ({ key, params }) => {
      // One error for both cases, so that neither reveals the other.
      if (!SERVED.includes(params.artifact))
        throw new ApiError('resource_not_found', 'There is no such resource.')
      store.find(key.plane, 'vs', params.id)
      throw new ApiError('artifact_not_available', 'Nothing is stored.')
    },
  ),
  route(
    'GET',
    '/v1/sessions/{id}/report.pdf',
    { routeClass: 'sessions:read_report', scope: 'sessions:read_report' },
    async ({ key, params }) => {
      store.find(key.plane, 'vs', params.id)
      return { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: PDF }
    },
  ),
]
