import { pathToFileURL } from 'node:url'

/** A fault that is added to the simulator's source while it is loaded. */
export interface Fault {
  /** The part that must find it. */
  part: string
  file: string
  find: string
  replace: string
}

/** Faults for the self-test of the torture test: the named part must find each one. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'lost-write': {
    part: 'kill',
    file: 'simulator/store/sqlite/group-commit.ts',
    find: 'this.#end.run()',
    replace: 'this.#db.exec(Math.random() < 0.02 ? "ROLLBACK" : "COMMIT")',
  },
  leak: {
    part: 'fuzz',
    file: 'simulator/store/sqlite/tables/documents.ts',
    find: 'if (cached?.scope === scope) return cached',
    replace: 'if (cached) return cached',
  },
  'limiter-one-over': {
    part: 'limits',
    file: 'simulator/call/window.ts',
    find: 'if (this.#used >= this.limit.budget) return false',
    replace: 'if (this.#used > this.limit.budget) return false',
  },
  'not-durable': {
    part: 'power-loss',
    file: 'simulator/store/sqlite/sqlite.ts',
    find: "durable ? 'FULL' : 'NORMAL'",
    replace: "'NORMAL'",
  },
  unescaped: {
    part: 'scripts',
    file: 'simulator/hosted/html.ts',
    find: '/[&<>"\']/g',
    replace: '/[&]/g',
  },
  'resolved-twice': {
    part: 'security',
    file: 'simulator/features/webhooks/sending/send.ts',
    find: 'if (options.all) done(null, addresses)',
    replace: 'if (options.all) void lookup(_host, options).then((all) => done(null, all))',
  },
  'main-thread': {
    part: 'uploads',
    file: 'simulator/uploads/upload-reader.ts',
    find: 'const SMALL_BYTES = 4096',
    replace: 'const SMALL_BYTES = 1e9',
  },
}

/**
 * Makes all processes that are started later load the faulty source.
 * @throws {Error} for an unknown name
 */
export function applyFault(name: string): void {
  if (!Object.hasOwn(FAULTS, name))
    throw new Error(`Unknown fault ${name}. Choose one of: ${Object.keys(FAULTS).join(', ')}.`)
  const hook = new URL('./apply-fault.ts', import.meta.url)
  process.env.VSKIT_TORTURE_FAULT = name
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${hook.href}`.trim()
}

export const sourceOf = ({ file }: Fault): string =>
  new URL(`../../${file}`, pathToFileURL(import.meta.filename)).href
