import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'

/**
 * Variables that replace the trusted authorities of OpenSSL (Python, Ruby, PHP) and Go, curl, and
 * Python's requests.
 */
const ALL = ['SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE']

/**
 * Writes files that make a command trust a certificate authority in addition to its default ones.
 * @param ca PEM
 * @param environment of the command; authorities named in it stay trusted
 * @returns variables that name the files, and a function that deletes them
 */
export function trustIn(
  ca: string,
  environment: NodeJS.ProcessEnv,
): { variables: Record<string, string>; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-exec-'))
  const write = (name: string, ...authorities: readonly string[]): string => {
    const file = join(folder, `${name}.pem`)
    writeFileSync(file, authorities.map((one) => `${one.trimEnd()}\n`).join(''))
    return file
  }
  const given = (variable: string): string[] | undefined => {
    const file = environment[variable]
    return file !== undefined && existsSync(file) ? [readFileSync(file, 'utf8')] : undefined
  }
  const bundle = (variable: string): string =>
    write(variable, ...(given(variable) ?? ofThisMachine()), ca)
  return {
    variables: {
      VSKIT_CA_FILE: write('ca', ca),
      // Node.js adds these to its built-in authorities.
      NODE_EXTRA_CA_CERTS: write('node', ...(given('NODE_EXTRA_CA_CERTS') ?? []), ca),
      ...Object.fromEntries(ALL.map((variable) => [variable, bundle(variable)])),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function ofThisMachine(): string[] {
  const system = getCACertificates('system')
  return system.length > 0 ? system : getCACertificates('bundled')
}
