/**
 * Runs an empty PostgreSQL server for programs that may not import test helpers. Prints the URL of
 * a database as its first line; ends with SIGTERM. Arguments: settings, such as `fsync=on`.
 */
import { startPostgres } from './postgres-server.ts'

const server = await startPostgres(process.argv.slice(2))
process.once('SIGTERM', () => void server.stop().then(() => process.exit()))
console.log(await server.database('vskit'))
