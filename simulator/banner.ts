import type { Listeners } from './app/listeners.ts'
import type { Listening } from './server.ts'
import { type Mode, REGIONS, type Region, type WorldFile } from './world/world.ts'
import { sha256 } from './world/sha256.ts'
import { shownStore } from './store/postgres/address.ts'

/** Description of a running simulator: the line of `--json`. */
export interface Banner {
  control: string
  console: string
  regions: Record<Region, { base_url: string }>
  /** Flags that have no effect on stored organizations. */
  notice?: string
  /** PEM of the certificate authority to trust; only with `--https`. */
  ca?: string
  keys: {
    key: string
    organization: string
    region: Region
    mode: Mode
    type: 'sk' | 'pk'
    scopes: string[]
  }[]
}

/** Returns addresses, and the keys of the world that the given one contains in plain text. */
export function banner(
  { control_url, base_urls, world, ca }: Listening & Pick<Listeners, 'world' | 'ca'>,
  given: WorldFile,
): Banner {
  return {
    control: `${control_url}/control/v1`,
    console: control_url,
    regions: { us: { base_url: base_urls.us }, eu: { base_url: base_urls.eu } },
    ...(ca !== undefined && { ca }),
    keys: given.organizations.flatMap(({ keys }) =>
      keys.flatMap(({ key }) => {
        const known = key === undefined ? undefined : world.keyByHash(sha256(key))
        if (key === undefined || !known || known.key.revoked_at) return []
        const { id: organization, region } = known.organization
        const { mode, type, scopes } = known.key
        return [{ key, organization, region, mode, type, scopes }]
      }),
    ),
  }
}

/**
 * Formats the banner as text: addresses, then one line per key with its distinguishing properties.
 */
export function readableTable(
  ready: Banner,
  flags: { dataDir?: string; store?: string; loopbackReceivers?: boolean; caFile?: string },
): string {
  const rows = ready.keys.map(({ organization, region, mode, type, scopes, key }) => [
    organization,
    region,
    mode,
    type,
    type === 'pk' ? 'for browsers' : scopesInWords(scopes, ready),
    key,
  ])
  return [
    'vskit simulator is ready.',
    '',
    ...REGIONS.map((region) => `  region ${region}   ${ready.regions[region].base_url}`),
    `  control     ${ready.control}`,
    `  console     ${ready.console} (open it in a browser)`,
    ...(ready.ca === undefined ? [] : [`  authority   ${authorityIn(ready, flags.caFile)}`]),
    `  records     ${recordsIn(flags)}`,
    ...(ready.notice === undefined ? [] : [`  notice      ${ready.notice}`]),
    `  webhooks    ${flags.loopbackReceivers ? 'also to receivers on this machine' : 'to public addresses only (--loopback-receivers adds this machine)'}`,
    '',
    ...columns([['organization', 'region', 'mode', 'type', 'scopes', 'key'], ...rows]).map(
      (line) => `  ${line}`,
    ),
    '',
    'Ctrl-C ends it.',
  ].join('\n')
}

/** Returns the place of the certificate authority, for clients. */
function authorityIn({ control }: Banner, file: string | undefined): string {
  return file ?? `${control}/certificate_authority (--ca-file FILE writes it), for clients to trust`
}

/** Returns the location of the records, without the credentials of a database. */
function recordsIn({ dataDir, store }: { dataDir?: string; store?: string }): string {
  if (store !== undefined) return shownStore(store)
  return dataDir ?? 'in memory (--data-dir FOLDER keeps them)'
}

function scopesInWords(scopes: string[], { keys }: Banner): string {
  const most = Math.max(...keys.map((key) => key.scopes.length))
  return scopes.length === most ? 'all' : scopes.join(' ')
}

function columns(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
}
