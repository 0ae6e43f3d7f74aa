import type { Test } from 'tap'
import { readSignature } from '../../target/signature-file.ts'
import type { TargetFile } from '../../target/load.ts'
import { type Proxies, startProxies } from '../proxy.ts'
import type { StartedSimulator } from '../simulator.ts'
import { type PermissiveServer, permissiveServer } from './permissive-server.ts'

/** A permissive server in front of a simulator. */
interface StartedPermissiveServer extends PermissiveServer {
  proxies: Proxies
  /** A target file with keys, and with the fields that its sessions require. */
  target: TargetFile
}

/** Starts the permissive server in front of a simulator; it is closed at the end of the test. */
export async function startPermissiveServer(
  t: Test,
  simulator: StartedSimulator,
): Promise<StartedPermissiveServer> {
  const server = permissiveServer()
  const proxies = await startProxies(simulator, server.fault, {
    webhooks: true,
    signature: readSignature(server.signature),
    // Every delivery arrives, however busy the machine is.
    patienceSeconds: 30,
  })
  t.after(() => proxies.close())
  const target = simulator.targetFile(proxies.baseUrls)
  for (const { credentials } of Object.values(target.regions))
    for (const credential of Object.values(credentials!))
      credential.session_fields = server.sessionFields
  return { ...server, proxies, target }
}
