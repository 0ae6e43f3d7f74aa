/**
 * Runs an empty PostgreSQL server for programs that may not import test helpers. Prints the URL of
 * a database as its first line; ends with SIGTERM, or with its parent. Arguments: settings, such as `fsync=on`.
 */
import { whenParentEnds } from '../../parent.ts'
import { startPostgres } from './postgres-server.ts'

const server = await startPostgres(process.argv.slice(2))
const stop = (): void => void server.stop().then(() => process.exit())
process.once('SIGTERM', stop)
whenParentEnds(stop)
console.log(await server.database('vskit'))
