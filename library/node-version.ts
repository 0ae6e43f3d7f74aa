/** Oldest Node.js that the package runs on, as `engines` of package.json says. */
const OLDEST: readonly [major: number, minor: number] = [22, 19]

/** @throws {Error} that names the required version when this Node.js is older */
export function checkNodeVersion(node: string = process.versions.node): void {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  throw new Error(
    `vskit needs Node.js ${OLDEST.join('.')} or newer to start a simulator; this is v${node}. Install a newer one.`,
  )
}
