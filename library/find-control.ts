import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { InputFileError, unreadable } from './file-errors.ts'
import { readRunningFile } from '../simulator/running-file.ts'

/** URL of the control API when the simulator uses its default ports. */
const DEFAULT_CONTROL = 'http://127.0.0.1:4000'

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Address of a control API. */
export interface Control {
  /** Base URL, `/control/v1` included. */
  url: string
  /** PEM of the certificate authority to trust; undefined for those that Node.js trusts. */
  ca: string | undefined
}

/**
 * Finds the control API of the running simulator: the given URL, `VSKIT_CONTROL_URL`,
 * `.vskit/simulator.json` of the working directory, port 4000. Its certificate authority is the
 * given one, that of the file in `VSKIT_CA_FILE`, or that of `.vskit/simulator.json` for the
 * simulator that this file describes.
 * @param trust the certificate authority: PEM, or a file of it
 * @throws {TypeError} when the given text is not a URL
 * @throws {Error} when the file of the authority cannot be read or holds none
 */
export async function findControl(
  given?: string,
  { ca, caFile = process.env.VSKIT_CA_FILE }: { ca?: string; caFile?: string } = {},
): Promise<Control> {
  const running = readRunningFile()
  const text = given || process.env.VSKIT_CONTROL_URL || running?.control || DEFAULT_CONTROL
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError(
      `Expected the URL of a control API, such as ${DEFAULT_CONTROL}, got '${text}'.`,
    )
  const control = { url: `${url.origin}/control/v1`, ca }
  if (url.protocol === 'http:') return { ...control, ca: undefined }
  if (ca !== undefined) return control
  if (caFile) return { ...control, ca: await readAuthority(caFile) }
  return running && isSame(url, new URL(running.control)) ? { ...control, ca: running.ca } : control
}

/** @throws {Error} when the file cannot be read or holds no certificate */
export async function readAuthority(file: string): Promise<string> {
  const pem = await readFile(file, 'utf8').catch((error: Error) => {
    throw unreadable(file, error)
  })
  try {
    void new X509Certificate(pem)
    return pem
  } catch (cause) {
    throw new InputFileError(
      `${file} holds no certificate in PEM. Expected the file that 'vskit simulator --https --ca-file FILE' writes.`,
      { cause },
    )
  }
}

/**
 * Returns the present address of a simulator that was started again at the same port: it may serve HTTPS instead of HTTP, or the
 * reverse. `.vskit/simulator.json` of the working directory tells; without it, the address is returned unchanged.
 */
export function presentAddress(control: string): string {
  const running = readRunningFile()
  return running && isSame(new URL(control), new URL(running.control)) ? running.control : control
}

function isSame(one: URL, other: URL): boolean {
  return (
    one.port === other.port &&
    (one.hostname === other.hostname ||
      (LOOPBACK.has(one.hostname) && LOOPBACK.has(other.hostname)))
  )
}
