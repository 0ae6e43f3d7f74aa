import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks that no receiver may be in: loopback, private and reserved ranges, multicast (RFC 6890). */
const NOT_PUBLIC: [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

const blocked = new BlockList()
for (const [network, bits, family] of NOT_PUBLIC) blocked.addSubnet(network, bits, family)

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export function isLoopback(address: string): boolean {
  return loopback.check(address, familyOf(address))
}

/** Further receivers that may be called: networks, addresses and host names. */
export interface AllowedReceivers {
  networks: BlockList
  hosts: ReadonlySet<string>
}

/**
 * Parses networks (`10.0.0.0/8`), addresses and host names.
 * @throws {Error} with the first invalid entry
 */
export function allowedReceivers(entries: readonly string[]): AllowedReceivers {
  const networks = new BlockList()
  const hosts = new Set<string>()
  for (const entry of entries) {
    const [, address = entry, bits] = /^(.*)\/(\d{1,3})$/.exec(entry) ?? []
    const most = isIPv6(address) ? 128 : 32
    if (bits !== undefined && isIP(address) && Number(bits) <= most)
      networks.addSubnet(address, Number(bits), familyOf(address))
    else if (isIP(entry)) networks.addAddress(entry, familyOf(entry))
    else if (/^[a-z0-9._-]+$/i.test(entry)) hosts.add(entry.toLowerCase())
    else
      throw new Error(
        `Expected a network such as 172.16.0.0/12, an address or a host name, got '${entry}'.`,
      )
  }
  return { networks, hosts }
}

/**
 * Returns why deliveries to a URL end in `blocked_address`, if its text shows it, and a remedy. A name is only resolved
 * at each delivery.
 */
export function blockedReceiver(
  url: string,
  loopbackAllowed: boolean,
  allowed: AllowedReceivers,
): string | undefined {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const address = /(^|\.)localhost$/.test(host) ? '127.0.0.1' : host
  if (isIP(address) === 0) return undefined
  if (mayCall(address, loopbackAllowed) || isAllowed(address, host, allowed)) return undefined
  const flag = isLoopback(address) ? '--loopback-receivers' : `--allow-receivers ${host}`
  return `Deliveries to ${host} will fail with blocked_address. Start the simulator with ${flag}, or use vskit listen.`
}

/** Whether a receiver was allowed by its address or its name. */
export function isAllowed(address: string, host: string, allowed: AllowedReceivers): boolean {
  return (
    allowed.hosts.has(host.toLowerCase()) ||
    (isIP(address) !== 0 && allowed.networks.check(address, familyOf(address)))
  )
}

/** Whether a receiver at this address may be called. */
export function mayCall(address: string, loopbackAllowed: boolean): boolean {
  if (isIP(address) === 0) return false
  if (isLoopback(address)) return loopbackAllowed
  // Node's BlockList recognizes IPv4-mapped IPv6 addresses.
  return !blocked.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
