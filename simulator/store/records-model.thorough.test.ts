import t from 'tap'
import fc from 'fast-check'
import { openPostgres } from './postgres/postgres.ts'
import { BUSY_LIMITS } from './testing/busy-limits.ts'
import { postgresAddress } from './testing/adapters.ts'
import { Model } from './testing/model.ts'
import { steps, write, compare } from './testing/records-model.ts'

/** A run with PostgreSQL takes half a second on a busy machine. */
const RUNS_ON_SERVER = process.env.TEST_FULL ? 150 : 10

t.test(
  'two stores on one database behave like the model: one writes, the other reads',
  async (t) => {
    const address = await postgresAddress(t)
    const open = () => openPostgres(address, (error) => t.error(error), BUSY_LIMITS)
    const [writer, reader] = await Promise.all([open(), open()])
    t.teardown(() => Promise.all([writer.database.close(), reader.database.close()]))
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        await writer.records.clear()
        const model = new Model()
        for (const each of steps) {
          if (each.do === 'write') await write(writer.records, model, each.batches)
          else if (each.do === 'clear') {
            model.clear(each.scope)
            await writer.records.clear(each.scope)
          }
          await compare(reader.records, model, false)
        }
      }),
      { numRuns: RUNS_ON_SERVER },
    )
  },
)
