const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/**
 * Returns variables that make a command reach this machine without a proxy. Most clients send also
 * requests to 127.0.0.1 to the proxy of `HTTP_PROXY`, which cannot reach the simulator.
 *
 * @param environment of the command; hosts that it already excludes stay excluded
 * @returns no variables if the environment names no proxy
 */
export function withoutProxy(environment: NodeJS.ProcessEnv): Record<string, string> {
  if (!PROXIES.some((name) => environment[name] || environment[name.toLowerCase()])) return {}
  // Clients that read both spellings prefer the one in lower case.
  const given = environment.no_proxy || environment.NO_PROXY || ''
  const hosts = given.split(/[\s,]+/).filter((host) => host !== '')
  const all = hosts.includes('*') ? given : [...new Set([...hosts, ...LOOPBACK])].join(',')
  return { NO_PROXY: all, no_proxy: all }
}
