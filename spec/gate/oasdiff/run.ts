import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GateError } from '../judgement.ts'
import type { Members } from '../load/parse.ts'

const SECONDS = 60

/** One entry of `oasdiff changelog --format json`. */
export interface OasdiffChange {
  readonly id: string
  readonly text: string
  /** 1 info, 2 warning, 3 error. */
  readonly level: number
  readonly operation: string
  readonly path: string
}

/**
 * Compares two projected documents with the `oasdiff` program.
 * @param program name in PATH, or a path
 * @throws {GateError} if the program is missing, fails or does not end in time
 */
export async function runOasdiff(
  program: string,
  base: Members,
  head: Members,
): Promise<OasdiffChange[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-gate-'))
  try {
    const [before, after] = [join(folder, 'base.json'), join(folder, 'head.json')]
    writeFileSync(before, JSON.stringify(base))
    writeFileSync(after, JSON.stringify(head))
    const output = await started(program, [
      'changelog',
      '--format',
      'json',
      '--allow-external-refs=false',
      before,
      after,
    ])
    const found = output.trim() === '' ? [] : (JSON.parse(output) as Partial<OasdiffChange>[])
    return found.map(({ id = '', text = '', level = 1, operation = '', path = '' }) => ({
      id,
      text,
      level,
      operation,
      path,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function started(program: string, args: string[]): Promise<string> {
  const options = {
    timeout: SECONDS * 1000,
    maxBuffer: 64 << 20,
    env: { ...process.env, GOMEMLIMIT: '400MiB' },
  }
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const [line = ''] = stderr.split('\n')
      const isMissing = error.code === 'ENOENT'
      reject(
        new GateError(
          isMissing
            ? `--oasdiff: ${program} is not in PATH; install oasdiff, pass its path, or omit the option`
            : error.killed
              ? `oasdiff did not end within ${SECONDS} s`
              : `oasdiff could not compare: ${line}`,
        ),
      )
    })
  })
}
