import type { Part } from './part.ts'
import { controlFuzz } from './parts/control-fuzz.ts'
import { fuzz } from './parts/fuzz.ts'
import { kill } from './parts/kill.ts'
import { limits } from './parts/limits.ts'
import { model } from './parts/model.ts'
import { races } from './parts/races.ts'
import { rawHttp } from './parts/raw-http.ts'
import { receiver } from './parts/receiver.ts'

/** All parts, in the order in which they run. */
export const PARTS: readonly Part[] = [
  rawHttp,
  fuzz,
  controlFuzz,
  model,
  limits,
  races,
  kill,
  receiver,
]
