import type { Simulator } from '../../library/types/simulator.ts'

/** Variables from which a command gets the addresses and keys of its simulator. */
export async function environmentOf(simulator: Simulator): Promise<Record<string, string>> {
  const { regions, control, keys } = simulator
  const main = keys.find(({ mode, type }) => mode === 'test' && type === 'sk')
  const variables: Record<string, string> = {
    VSKIT_US_URL: regions.us.url,
    VSKIT_EU_URL: regions.eu.url,
    VSKIT_CONTROL_URL: control.url,
    VSKIT_CONSOLE_URL: simulator.console,
  }
  if (main) {
    const { organization, region } = main
    const { secret } = await control.request<{ secret: string }>(
      'GET',
      `/organizations/${organization}/forwarder_secret?mode=test`,
    )
    Object.assign(variables, {
      VSKIT_URL: regions[region].url,
      VSKIT_KEY: simulator.key({ organization, region }),
      VSKIT_ORGANIZATION: organization,
      VSKIT_WEBHOOK_SECRET: secret,
    })
  }
  // The names that `vskit conformance init` writes.
  for (const region of ['us', 'eu'] as const)
    for (const mode of ['test', 'live'] as const)
      for (const [type, name] of [
        ['sk', 'KEY'],
        ['pk', 'PUBLISHABLE_KEY'],
      ] as const)
        if (keys.some((key) => key.region === region && key.mode === mode && key.type === type))
          variables[`VSKIT_${region}_${mode}_${name}`.toUpperCase()] = simulator.key({
            region,
            mode,
            type,
          })
  return variables
}
