import { InvalidArgumentError } from 'commander'
import { type Databases, databasesOf } from './address.ts'

/**
 * Parses the value of the flag `--store`. Commands call this in their action, not as the parser of the option: commander
 * would repeat the value, which may contain a password.
 * @throws {InvalidArgumentError} that names the expected form
 */
export function databasesOfFlag(text: string): Databases {
  try {
    return databasesOf(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
