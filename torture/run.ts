import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { type SimulatorProcess, simulatorProcess } from '../simulator/testing/process.ts'
import { roomyWorld } from '../simulator/testing/simulator.ts'
import { withRoomyBudgets } from '../simulator/world/roomy-budgets.ts'
import type { WorldFile } from '../simulator/world/world.ts'
import { Random } from './random.ts'
import type { Store } from './stores.ts'

/** Maximum number of reported findings of one part. */
const MOST_FINDINGS = 20

/** A broken promise. */
export interface Finding {
  case: number
  problem: string
  /** Reproduces it. */
  command: string
}

export interface Report {
  part: string
  store: string
  seed: number
  cases: number
  of: number
  seconds: number
  findings: Finding[]
  figures: Record<string, number | string>
}

export interface RunOptions {
  part: { name: string; cases: number }
  store: Store
  seed: number
  seconds: number
  /** Runs this case alone. */
  only: number | undefined
}

/** One run of one part: its time, cases, randomness, simulators and findings. */
export class Run {
  readonly store: Store
  readonly seed: number
  readonly findings: Finding[] = []
  readonly figures: Report['figures'] = {}
  #part: RunOptions['part']
  #only: number | undefined
  #begun = performance.now()
  #milliseconds: number
  #cases = 0
  #next = 0
  #ends: (() => Promise<unknown>)[] = []

  constructor({ part, store, seed, seconds, only }: RunOptions) {
    this.#part = part
    this.store = store
    this.seed = seed
    this.#only = only
    this.#milliseconds = seconds * 1000
  }

  /** Whether the part has time left and may start another case. */
  get hasTimeLeft(): boolean {
    return this.findings.length < MOST_FINDINGS && this.used < 1
  }

  /** The used share of the part's time. */
  get used(): number {
    return (performance.now() - this.#begun) / this.#milliseconds
  }

  /**
   * Returns the number of the next case; undefined at the end of the part. With `--case`, returns
   * only that number.
   * @param least number of cases that run even without time left
   */
  next(least = 1): number | undefined {
    if (this.#only !== undefined) {
      if (this.#cases > 0) return undefined
      this.#cases++
      return this.#only
    }
    if (this.#next >= this.#part.cases || (!this.hasTimeLeft && this.#next >= least))
      return undefined
    this.#cases++
    return this.#next++
  }

  /** Counts cases that did not come from `next`. */
  count(cases: number): void {
    this.#cases += cases
  }

  random(of: string | number): Random {
    return new Random(this.seed, this.#part.name, of)
  }

  /** Runs `lanes` concurrent loops over the cases. */
  async inLanes(lanes: number, work: (no: number) => Promise<void>, least = 1): Promise<void> {
    const lane = async (): Promise<void> => {
      for (let no = this.next(least); no !== undefined; no = this.next(least)) await work(no)
    }
    await Promise.all(Array.from({ length: this.#only === undefined ? lanes : 1 }, lane))
  }

  /** Records a finding. */
  fail(no: number, problem: string): void {
    if (this.findings.length >= MOST_FINDINGS) return
    const command = `npm run torture -- --part ${this.#part.name} --store ${this.store.name} --seed ${this.seed} --case ${no}`
    this.findings.push({ case: no, problem: problem.slice(0, 4000), command })
  }

  /** Records a problem unless the condition holds. */
  expect(holds: boolean, no: number, problem: () => string): void {
    if (!holds) this.fail(no, problem())
  }

  /** Registers a function for the end of the part; the last registered one runs first. */
  teardown(end: () => Promise<unknown>): void {
    this.#ends.push(end)
  }

  /** Creates an empty folder that is deleted at the end of the part. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'vskit-torture-'))
    this.teardown(() => rm(folder, { recursive: true, force: true }))
    return folder
  }

  /**
   * Starts a simulator in a separate process. Any unexpected line on its stderr is a finding.
   * @param options.folder of an earlier simulator, to start on its records
   * @param options.store URL of a database, instead of the run's store
   * @param options.stderr lines that are expected on stderr
   */
  async simulator(
    options: {
      flags?: string[]
      folder?: string
      store?: string
      world?: WorldFile
      stderr?: RegExp
      preload?: string
    } = {},
  ): Promise<SimulatorProcess> {
    const folder = options.folder ?? (await this.folder())
    const world = join(folder, 'given-world.json')
    await writeFile(world, JSON.stringify(options.world ?? withRoomyBudgets(roomyWorld())))
    const store =
      options.store === undefined ? await this.store.flags(folder) : ['--store', options.store]
    const flags = [...store, '--world', world, ...(options.flags ?? [])]
    const running = await simulatorProcess(
      this,
      flags,
      options.preload === undefined ? {} : { preload: options.preload },
    )
    void running.ended.then(({ stderr }) => {
      const lines = stderr
        .split('\n')
        .filter((line) => line !== '' && !line.endsWith(': closing') && !options.stderr?.test(line))
      if (lines.length > 0) this.fail(-1, `stderr of a simulator: ${lines.join('\n')}`)
    })
    return running
  }

  /** Ends all processes of the part. A second call, after an interruption, ends only newer ones. */
  async close(): Promise<Report> {
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) await end()
    return {
      part: this.#part.name,
      store: this.store.name,
      seed: this.seed,
      cases: this.#cases,
      of: this.#only === undefined ? this.#part.cases : 1,
      seconds: Math.round((performance.now() - this.#begun) / 100) / 10,
      findings: this.findings,
      figures: this.figures,
    }
  }
}
