import type { Mode, Region } from '../../spec/generated/wire.ts'

/** Options of a simulator in this process. */
export interface SimulatorOptions {
  /**
   * Organizations and keys to start with: the demo world, the path of a world file, or the content of one.
   * @default 'demo'
   */
  world?: 'demo' | (string & {}) | object
  /**
   * `contract` counts requests against the budgets of the contract; `roomy` gives every organization budgets that no test uses
   * up. Organizations that are made later keep the contract's budgets for images, reports and data subject requests.
   * Organizations that `dataDir` already holds keep their budgets.
   * @default 'roomy'
   */
  budgets?: 'contract' | 'roomy'
  /** Makes ids, secrets and retry delays the same in each run. @default random */
  seed?: string
  /**
   * State of the simulated clock at the start. A time (`Date` or ISO 8601) freezes it at that time, and `frozen` at the
   * present; `running` lets it run.
   * @default 'running'
   */
  clock?: 'running' | 'frozen' | Date | (string & {})
  /** Whether webhooks may also go to receivers on this machine, whose certificates are not checked. @default false */
  loopbackReceivers?: boolean
  /**
   * Whether regions and control API speak HTTPS, with a certificate of the simulator's own authority: clients have to trust
   * `ca` (see docs/https.md).
   * @default false
   */
  https?: boolean
  /** Folder that keeps all data, for one simulator at a time. @default in memory */
  dataDir?: string
  /** Whether requests are recorded for `requests()`. @default true */
  journal?: boolean
  /** Ports to listen on; 0 takes a free one. @default 0 for each */
  ports?: { control?: number; us?: number; eu?: number }
}

/** Address of a simulator of another process. */
export interface ConnectOptions {
  /** Base URL of the control API. @default `VSKIT_CONTROL_URL`, then `.vskit/simulator.json`, then `http://127.0.0.1:4000` */
  control?: string
  /**
   * PEM of the certificate authority of a simulator that speaks HTTPS.
   * @default that of the file in `VSKIT_CA_FILE`, then `.vskit/simulator.json`
   */
  ca?: string
  /** Base URLs of the regions, if this process reaches them under others than the simulator knows, as in a container. */
  regions?: { us?: string; eu?: string }
}

/** An API key of the starting world. */
export interface KnownKey {
  /** The key, `ah_sk_*` or `ah_pk_*`. */
  readonly key: string
  /** Id of its organization. */
  readonly organization: string
  /** Region of its organization. */
  readonly region: Region
  /** Its mode. */
  readonly mode: Mode
  /** Secret (`sk`) or publishable (`pk`). */
  readonly type: 'sk' | 'pk'
  /** Its scopes, such as `sessions:read`. */
  readonly scopes: readonly string[]
}

/** Selects keys. Omitted members match every value, except mode (`test`) and type (`sk`). */
export type KeyFilter = Partial<Pick<KnownKey, 'organization' | 'region' | 'mode' | 'type'>>

/**
 * Options of an organization. Further fields are those of the control API's `createOrganization`: plan, tier, wallet, subscription,
 * members, default_workflow.
 */
export interface OrganizationOptions {
  /** Its id, `org_*`. @default a new one */
  id?: string
  /** Its name. @default 'Test organization' */
  name?: string
  /** Region that holds its data. @default 'us' */
  region?: Region
  /** Mode of its key. @default 'test' */
  mode?: Mode
  /** Scopes of its key. @default all */
  scopes?: string[]
  /** Rate-limit budgets: those of the contract, or numbers by route class. @default as the simulator's */
  budgets?: 'contract' | 'roomy' | Record<string, number>
  [field: string]: unknown
}
