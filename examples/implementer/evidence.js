import { ApiError } from './errors.js'
import { route } from './route.js'
import * as store from './store.js'

const SERVED = ['portrait', 'front', 'selfie']

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n',
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
