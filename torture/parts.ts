import type { Part } from './part.ts'
import { fuzz } from './parts/fuzz.ts'
import { rawHttp } from './parts/raw-http.ts'

/** All parts, in the order in which they run. */
export const PARTS: readonly Part[] = [rawHttp, fuzz]
