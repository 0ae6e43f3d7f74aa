// Loaded first into each process of `npm test`, so old syntax and nothing to compile.
// tap notes what a test loads, in each process that it starts, and reads every module and its source map a second time
// for that. It would serve `tap --changed` only, and was up to half of the time that a small test takes.
const { env } = process
if (env._TAPJS_PROCESSINFO_EXCLUDE_) {
  env._TAPJS_PROCESSINFO_EXCLUDE_ = '/./'
  env.NODE_OPTIONS = env.NODE_OPTIONS.replace(/"--import=[^"]*processinfo[^"]*"/, '').trim()
}
