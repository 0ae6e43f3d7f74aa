import { accountRoutes } from './account.js'
import { applicantRoutes } from './applicants.js'
import { evidenceRoutes } from './evidence.js'
import { publicRoutes } from './public.js'
import { scanRoutes } from './scan.js'
import { sessionRoutes } from './sessions.js'
import { templateRoutes } from './templates.js'

export const ROUTES = [
  ...sessionRoutes,
  ...applicantRoutes,
  ...evidenceRoutes,
  ...accountRoutes,
  ...scanRoutes,
  ...templateRoutes,
  ...publicRoutes,
]
