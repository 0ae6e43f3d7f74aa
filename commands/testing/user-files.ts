import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'

/** A command line with a file that it cannot use, and its error. */
export interface Refusal {
  command: string
  says: RegExp
}

export const NONE = /none cannot be read: there is no such file\. Check the path\./
export const FOLDER = /dir cannot be read: it is a folder\. Name a file\./
export const CUT = /cut\.json is not JSON: Expected ',' or '}' .*line 1 column 7\)/
export const UNWRITABLE =
  /no\/x cannot be written: its folder does not exist\. Create the folder, or name another file\./

export const ENCODING =
  /utf16\.json is not text in UTF-8\. Save it in this encoding, or name another file\./

export const NOWHERE = 'http://127.0.0.1:9'

/** Creates a folder with the files that the command lines name. */
export function userFiles(t: Test): string {
  const document = { openapi: '3.1.0', info: { title: 'One', version: '1' }, paths: {} }
  const folder = t.testdir({
    'empty.json': '',
    'cut.json': '{"a":1',
    // As Windows PowerShell writes the output of a command.
    'utf16.json': Buffer.from('\ufeff{"name":"a"}', 'utf16le'),
    // As an editor on Windows may save it.
    'bom.json': '\ufeff{"name":"a"}',
    'controls.json': '{"a":\u001b[2J',
    'comma.json': '{"a": [\n  1,\n    ,]}',
    'one.json': JSON.stringify(document),
  })
  mkdirSync(join(folder, 'dir'))
  return folder
}

/** Tests that each command line ends with its error. */
export function testRefusals(
  t: Test,
  refusals: Refusal[],
  run: (args: string[]) => Promise<{ code: number | null; stderr: string }>,
): void {
  for (const { command, says } of refusals)
    t.test(`vskit ${command} says what is wrong with the file, and what to do`, async (t) => {
      const { code, stderr } = await run(command.split(' '))
      t.match(stderr, says)
      t.notMatch(stderr, /ENOENT|EISDIR|ENOTDIR| {4}at /)
      t.ok(code === 1 || code === 2, `exit code ${code}`)
    })
}
