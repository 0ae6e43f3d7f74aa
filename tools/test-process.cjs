// Loaded first into each test file's process, so old syntax and nothing to compile.
// tap notes what a test loads, in each process that it starts, and reads every module and its source map a second time
// for that. It would serve `tap --changed` only, and was up to half of the time that a small test takes.
const { registerHooks } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const { env } = process
if (env._TAPJS_PROCESSINFO_EXCLUDE_) {
  env._TAPJS_PROCESSINFO_EXCLUDE_ = '/./'
  env.NODE_OPTIONS = env.NODE_OPTIONS.replace(/"--import=[^"]*processinfo[^"]*"/, '').trim()
}

// tap turns source maps on: Node then reads the map of each package's module, and maps each stack that is asked for.
// Types are stripped in place, so a stack is right without.
process.setSourceMapsEnabled(false)
process.setSourceMapsEnabled = () => {}

const domain = pathToFileURL(join(__dirname, 'testing/error-domain.ts')).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain'
      ? { url: domain, shortCircuit: true }
      : next(specifier, context),
})

/**
 * A test that leaves output on stderr fails: nobody reads it, so a fault that is only reported there would stay. A test
 * that expects output takes it, by `t.capture(process.stderr, 'write')` or by the `report` of a simulator.
 */
if (env.TAP && /\.test\.m?[jt]s$/.test(process.argv[1] || '')) {
  const unexpected = []
  const write = process.stderr.write
  process.stderr.write = function (text) {
    // A child that said nothing is passed on as nothing.
    if (text.length > 0) unexpected.push(String(text).trimEnd())
    return write.apply(process.stderr, arguments)
  }
  // Node writes these past process.stderr.
  process.on('warning', (warning) => {
    // tap's own YAML package causes the second one at times: its modules import each other.
    if (
      warning.name === 'ExperimentalWarning' ||
      /inside circular dependency/.test(warning.message)
    )
      return
    unexpected.push(String(warning.stack))
  })
  process.on('exit', () => {
    if (unexpected.length === 0) return
    const lines = unexpected.join('\n').split('\n')
    const shown = lines.slice(0, 20)
    if (lines.length > shown.length) shown.push(`and ${lines.length - shown.length} lines more`)
    // On stdout, since some reporters hide stderr.
    require('node:fs').writeSync(
      1,
      `Left output on stderr: capture what is expected, and fix what is not.\n${shown.join('\n')}\n`,
    )
    process.exitCode = process.exitCode || 1
  })
}
