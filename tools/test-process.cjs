// Loaded first into each process of `npm test`, also into those that a test starts, so old syntax and nothing to compile.
// tap would read every module and its source map a second time, to know what a test used (`tap --changed`); nobody asks
// here, and it was up to half of the time that a small test takes.
if (process.env._TAPJS_PROCESSINFO_EXCLUDE_) process.env._TAPJS_PROCESSINFO_EXCLUDE_ = '/./'
