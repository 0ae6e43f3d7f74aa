import { whoRuns } from '../simulator/running-file.ts'

export const DEFAULT_CONTROL = 'http://127.0.0.1:4000'

/**
 * Finds the control API of the running simulator: what was given, `VSKIT_CONTROL_URL`, `.vskit/simulator.json` of the working
 * directory, port 4000.
 * @returns its base URL, `/control/v1` included
 * @throws {TypeError} when the given text is no URL
 */
export async function findControl(given?: string): Promise<string> {
  const url = given || process.env.VSKIT_CONTROL_URL || whoRuns()?.control || DEFAULT_CONTROL
  const parsed = URL.parse(url)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw new TypeError(
      `Expected the URL of a control API, such as ${DEFAULT_CONTROL}, got '${url}'.`,
    )
  return `${parsed.origin}/control/v1`
}
