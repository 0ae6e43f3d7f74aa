// Loaded first into each test file's process, so in old syntax without compilation. tap records the
// modules that a test loads, in each process that it starts, and reads every module and its source
// map a second time for that. Only `tap --changed` needs it, and it took up to half of the time of
// a small test.
const { registerHooks } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const { env } = process
if (env._TAPJS_PROCESSINFO_EXCLUDE_) {
  env._TAPJS_PROCESSINFO_EXCLUDE_ = '/./'
  env.NODE_OPTIONS = env.NODE_OPTIONS.replace(/"--import=[^"]*processinfo[^"]*"/, '').trim()
}

// tap turns source maps on: Node then reads the map of each package's module, and maps each printed
// stack. Types are stripped in place, so stacks are correct without maps.
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
 * Output on stderr fails a test: nobody reads it, so errors reported only there would stay
 * unnoticed. A test that expects output captures it, with `t.capture(process.stderr, 'write')` or
 * the `report` of a simulator.
 */
if (env.TAP && /\.test\.m?[jt]s$/.test(process.argv[1] || '')) {
  const unexpected = []
  const write = process.stderr.write
  process.stderr.write = function (text) {
    // Empty output of a child stays empty.
    if (text.length > 0) unexpected.push(String(text).trimEnd())
    return write.apply(process.stderr, arguments)
  }
  // Node writes these past process.stderr.
  process.on('warning', (warning) => {
    // tap's own YAML package sometimes causes the second one: its modules import each other.
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
      `Left output on stderr: capture expected output, and repair the cause of any other.\n${shown.join('\n')}\n`,
    )
    process.exitCode = process.exitCode || 1
  })
}
