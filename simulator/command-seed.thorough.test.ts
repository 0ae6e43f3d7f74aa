import t from 'tap'
import { simulatorProcess } from './testing/process.ts'
import { demoKey } from './testing/simulator.ts'
import { data } from './testing/control-client.ts'

const folder = t.testdir()

t.test(
  '--seed on a folder with data gives new ids, and the same ones on a copy of it',
  async (t) => {
    const lived = async (dataDir: string): Promise<string[]> => {
      const ids: string[] = []
      for (let start = 0; start < 3; start++) {
        const running = await simulatorProcess(t, [
          '--seed',
          'a',
          '--data-dir',
          `${folder}/${dataDir}`,
        ])
        for (let i = 0; i < 2; i++) {
          ids.push(
            data<{ id: string }>(
              await running.client(demoKey('org_acme'))('POST', '/v1/sessions', {}),
            ).id,
          )
        }
        await running.kill(start % 2 ? 'SIGTERM' : 'SIGKILL')
      }
      return ids
    }
    const ids = await lived('seeded')
    t.equal(new Set(ids).size, 6)
    t.strictSame(await lived('seeded-again'), ids)
  },
)
