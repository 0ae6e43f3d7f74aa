export default {
  testMatch: ['**/*.test.mjs'],
  // No transform: the package and the tests are ECMAScript modules.
  transform: {},
  globalSetup: './start-simulator.mjs',
  globalTeardown: './stop-simulator.mjs',
}
