import type { Mode, Region } from '../../spec/generated/wire.ts'

export interface SimulatorOptions {
  /**
   * Organizations and keys to start with: the demo world, a world file, or the content of one.
   * @default 'demo'
   */
  world?: 'demo' | (string & {}) | object
  /**
   * `contract` counts requests against the budgets of the contract; `roomy` gives every organization budgets that no test uses
   * up. Organizations that are made later keep the contract's budgets for images, reports and data subject requests.
   * @default 'roomy'
   */
  budgets?: 'contract' | 'roomy'
  /** Makes ids, secrets and retry delays the same at each run. @default random */
  seed?: string
  /** Where the simulator's clock stands at the start: a moment at which it is frozen, or `running`. @default 'running' */
  clock?: 'running' | 'frozen' | Date | (string & {})
  /** Whether webhooks may also go to receivers on this machine, whose certificates are not checked. @default false */
  loopbackReceivers?: boolean
  /**
   * Whether regions and control API speak HTTPS, with a certificate of the simulator's own authority: clients have to trust
   * `ca`. @default false
   */
  https?: boolean
  /** Keeps everything in this folder. @default in memory */
  dataDir?: string
  /** Whether requests are recorded for `requests()`. @default true */
  journal?: boolean
  /** Ports to listen on; 0 takes a free one. @default 0 for each */
  ports?: { control?: number; us?: number; eu?: number }
}

export interface ConnectOptions {
  /** Base URL of the control API. @default VSKIT_CONTROL_URL, then `.vskit/simulator.json`, then http://127.0.0.1:4000 */
  control?: string
  /**
   * PEM of the certificate authority of a simulator that speaks HTTPS.
   * @default that of the file in VSKIT_CA_FILE, then `.vskit/simulator.json`
   */
  ca?: string
  /** Base URLs of the regions, where they are not what the simulator says itself: in a container, say. */
  regions?: { us?: string; eu?: string }
}

export interface KnownKey {
  readonly key: string
  readonly organization: string
  readonly region: Region
  readonly mode: Mode
  readonly type: 'sk' | 'pk'
  readonly scopes: readonly string[]
}

export type KeyFilter = Partial<Pick<KnownKey, 'organization' | 'region' | 'mode' | 'type'>>

export interface OrganizationOptions {
  /** @default one that is made up */
  id?: string
  /** @default 'Test organization' */
  name?: string
  /** @default 'us' */
  region?: Region
  /** Of its key. @default 'test' */
  mode?: Mode
  /** Scopes of its key. @default all */
  scopes?: string[]
  /** @default 'roomy' */
  budgets?: 'contract' | 'roomy' | Record<string, number>
  /** Further fields of the control API's `createOrganization`: plan, tier, wallet, subscription, members, default_workflow. */
  [field: string]: unknown
}
