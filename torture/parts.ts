import type { Part } from './part.ts'
import { clock } from './parts/clock.ts'
import { connections } from './parts/connections.ts'
import { controlFuzz } from './parts/control-fuzz.ts'
import { damage } from './parts/damage.ts'
import { frozenClock } from './parts/frozen-clock.ts'
import { fuzz } from './parts/fuzz.ts'
import { kill } from './parts/kill.ts'
import { limits } from './parts/limits.ts'
import { memory } from './parts/memory.ts'
import { model } from './parts/model.ts'
import { notFound } from './parts/not-found.ts'
import { powerLoss } from './parts/power-loss.ts'
import { races } from './parts/races.ts'
import { rawHttp } from './parts/raw-http.ts'
import { receiver } from './parts/receiver.ts'
import { refusals } from './parts/refusals.ts'
import { replicasKill } from './parts/replicas/kill.ts'
import { replicasLimits } from './parts/replicas/limits.ts'
import { replicasNetwork } from './parts/replicas/network.ts'
import { replicasPostmaster } from './parts/replicas/postmaster.ts'
import { replicasRestart } from './parts/replicas/restart.ts'
import { replicasVisibility } from './parts/replicas/visibility.ts'
import { scripts } from './parts/scripts.ts'
import { security } from './parts/security.ts'
import { upgrade } from './parts/upgrade.ts'
import { uploads } from './parts/uploads.ts'

/** All parts, in the order in which they run. */
export const PARTS: readonly Part[] = [
  rawHttp,
  fuzz,
  controlFuzz,
  model,
  limits,
  races,
  notFound,
  security,
  scripts,
  refusals,
  uploads,
  clock,
  frozenClock,
  kill,
  receiver,
  upgrade,
  damage,
  powerLoss,
  memory,
  connections,
  replicasVisibility,
  replicasLimits,
  replicasKill,
  replicasPostmaster,
  replicasNetwork,
  replicasRestart,
]
