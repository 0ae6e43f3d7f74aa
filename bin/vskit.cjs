#!/usr/bin/env node
// CommonJS in old syntax, so that an old Node.js prints the required version instead of a syntax
// error.
var version = process.versions.node.split('.').map(Number)
if (version[0] < 22 || (version[0] === 22 && version[1] < 19)) {
  console.error(
    'vskit needs Node.js 22.19 or newer; this is ' +
      process.version +
      '.\n' +
      'Install a newer one, or let npm bring it: npm install node@24, then npx vskit.',
  )
  // These commands exit with 1 for a verdict, and with 2 where they could not run.
  var judges = ['conformance', 'check-integration', 'spec', 'verify', 'store', 'bench']
  process.exit(judges.indexOf(process.argv[2]) < 0 ? 1 : 2)
}
// Node.js 22 warns that node:sqlite is experimental. The store's tests cover what vskit uses of it.
if (version[0] === 22) {
  var emitWarning = process.emitWarning
  process.emitWarning = function (warning) {
    if (!/SQLite is an experimental feature/.test(String(warning)))
      emitWarning.apply(process, arguments)
  }
}
// Caches compiled sources between starts. NODE_COMPILE_CACHE names another folder for the result;
// NODE_DISABLE_COMPILE_CACHE=1 turns it off. Must come before the first module is loaded.
require('module').enableCompileCache()
var fs = require('fs')
var path = require('path')
var sources = path.join(__dirname, '..', 'cli.ts')
// A checkout runs its sources, also where it has been built. The package has no sources.
var checkout = fs.existsSync(sources)
if (checkout) require('module').registerHooks({ resolve: resolveSource })
var entry = checkout ? sources : path.join(__dirname, '..', 'dist', 'cli.js')
void import(require('url').pathToFileURL(entry).href)

// The sources name the files that they import. Without a search for them, the start of the simulator
// takes 10% less CPU time.
function resolveSource(specifier, context, next) {
  return /^\.\.?\/.*\.ts$/.test(specifier)
    ? {
        url: new URL(specifier, context.parentURL).href,
        format: 'module-typescript',
        shortCircuit: true,
      }
    : next(specifier, context)
}
