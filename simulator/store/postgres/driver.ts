import type pg from 'pg'

/**
 * Loads the PostgreSQL client, an optional peer: the embedded store works without it.
 * @throws {Error} that names the install command
 */
export async function loadDriver(): Promise<typeof pg> {
  try {
    return (await import('pg')).default
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('--store needs the package pg. Install it: npm install pg@8', { cause: error })
  }
}
