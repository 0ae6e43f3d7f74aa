/**
 * Returns how many rounds of a random test to run: all in the weekly run (`npm test -- --full`) and in
 * `npm run test:changed`, 25% in `npm test`.
 */
export function rounds(all: number): number {
  return process.env.TEST_FULL ? all : Math.ceil(all / 4)
}

/**
 * Options of a test that only the weekly run and `npm run test:changed` run; `npm test` lists it as
 * skipped.
 */
export const weekly = process.env.TEST_FULL ? {} : { skip: 'npm test -- --full runs it' }
