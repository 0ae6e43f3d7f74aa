#!/usr/bin/env node
// Plain CommonJS in old syntax, so that an old Node.js can still say what it lacks instead of failing on the first line.
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    'vskit needs Node.js 24 or newer; this is ' +
      process.version +
      '.\n' +
      'Install a newer one, or let npm bring it: npm install node@24, then npx vskit.',
  )
  process.exit(1)
}
// Sources are stripped of their types and compiled once, not at each start: that was half of it. Kept where Node keeps such
// things; NODE_COMPILE_CACHE names another folder, NODE_DISABLE_COMPILE_CACHE=1 does without. Before the first module in
// TypeScript is loaded: with all of them in the cache the start needs no TypeScript at all.
require('module').enableCompileCache()
var fs = require('fs')
var path = require('path')
var sources = path.join(__dirname, '..', 'cli.ts')
// A checkout runs its sources as they are, also where a build of theirs lies about. The package has none of them.
var entry = fs.existsSync(sources) ? sources : path.join(__dirname, '..', 'dist', 'cli.js')
import(require('url').pathToFileURL(entry).href)
