/** Import rules of the architecture: imports point downwards, and the suite never imports the simulator. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: {
    pathNot: [...allowed, '^node_modules/', '^node:', '^[a-z_/]+$'],
    dependencyTypesNot: ['core', 'npm', 'npm-dev'],
  },
})

/** Words for system errors. It imports nothing, and every command needs it. */
const FILE_ERRORS = '^library/file-errors\\.ts$'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Import cycles, including those of types only, hide the direction of dependencies.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-declared',
      severity: 'error',
      comment: 'Every package is in package.json.',
      from: { pathNot: '^tools/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'not-resolved',
      severity: 'error',
      comment: 'The file must exist.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'dev-only',
      severity: 'error',
      comment: 'Published files must not import development dependencies.',
      from: {
        path: '^(cli|simulator|library|commands|conformance|integration|benchmarks|spec|fixtures|sdk)',
        pathNot: [
          '\\.test\\.ts$',
          '^spec/(generate|redocly|bundle)',
          '^simulator/control/spec/generate',
          '^fixtures/(generate|draw)',
          '/testing(/|\\.ts$)',
        ],
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        // Bundled into the package by tools/vendor.ts, or loaded only where a peer needs it.
        pathNot:
          'node_modules/(autocannon|pdf-lib|@pdf-lib/fontkit|@cantoo|libphonenumber-js|lru-cache|@fastify/(bearer-auth|rate-limit)|@opentelemetry/[a-z-]+|pg)/',
      },
    },
    only(
      'spec-stands-alone',
      '^spec/',
      ['^spec/', FILE_ERRORS],
      'The contract imports nothing above it.',
    ),
    only(
      'fixtures-on-spec',
      '^fixtures/',
      ['^fixtures/', '^spec/'],
      'Fixtures import nothing except the contract.',
    ),
    only(
      'simulator-below',
      '^simulator/',
      ['^simulator/', '^spec/', '^fixtures/', '^sdk/messages/', FILE_ERRORS],
      'The simulator imports neither the suite nor benchmarks. Of the SDK it imports only the message catalogue.',
    ),
    {
      name: 'sdk-stands-alone',
      severity: 'error',
      comment:
        'The SDK runs in a page: it imports no package, nothing of Node.js, and of the contract only types.',
      from: { path: '^sdk/', pathNot: ['\\.test\\.ts$', '^sdk/testing/'] },
      to: { pathNot: '^sdk/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'messages-are-data',
      severity: 'error',
      comment:
        'The message catalogue imports nothing of the page, because the simulator reads it too.',
      from: { path: '^sdk/messages/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^sdk/messages/' },
    },
    only(
      'library-on-simulator',
      '^library/',
      ['^library/', '^simulator/', '^spec/', '^fixtures/'],
      'The library starts a simulator, or calls one over HTTP.',
    ),
    only(
      'commands-on-library',
      '^commands/',
      ['^commands/', '^library/', '^spec/', '^simulator/request-log/log-line'],
      'A command calls a running simulator, as any program would.',
    ),
    only(
      'suite-is-independent',
      '^conformance/',
      ['^conformance/', '^spec/', '^fixtures/', FILE_ERRORS],
      'The suite does not import the simulator, so that they cannot share a bug.',
    ),
    only(
      'integration-on-library',
      '^integration/',
      ['^integration/', '^conformance/', '^library/', '^spec/', '^fixtures/'],
      'The integration checks judge clients, so they may start the simulator. They share the reports of the suite.',
    ),
    only(
      'benchmarks-start-processes',
      '^benchmarks/',
      ['^benchmarks/', '^fixtures/', FILE_ERRORS],
      'Benchmarks start their targets as processes.',
    ),
    only(
      'torture-attacks-processes',
      '^torture/',
      [
        '^torture/',
        '^fixtures/',
        '^spec/',
        '^simulator/(testing|store/testing)/',
        '^simulator/[^/]+/(testing|spec/document)\\.ts$',
        '^simulator/(world|http/schemas)',
        '^benchmarks/parts/rate-limit/check',
      ],
      'The torture test attacks simulators in separate processes. It imports only test helpers and the rate limiter check.',
    ),
    {
      name: 'ports-stand-alone',
      severity: 'error',
      comment: 'Store, world, clock and ids import nothing from the parts that use them.',
      from: {
        path: '^simulator/(store|world|time|ids)/',
        pathNot: ['\\.test\\.ts$', '/testing/', '^simulator/world/world-file'],
      },
      to: {
        path: '^simulator/',
        pathNot: '^simulator/(store|world|time|ids|features/signing/crypto)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      comment: 'Rules import no framework, no store and no clock; time arrives as a value.',
      from: { path: '^simulator/features/[^/]+/(rules|crypto)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          '^simulator/(?!features/[^/]+/(rules|crypto)/)',
          'node_modules/(fastify|lowdb)',
          '^node:(http|fs|sqlite)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-below-http',
      severity: 'error',
      comment: 'A feature does not depend on the way in which it is called.',
      from: { path: '^simulator/(features|call)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^simulator/(http|control|hosted|console|app|server|command)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(dist|node_modules/\\.cache|\\.tap)/', '^spec/generated/wire'] },
    includeOnly:
      '^(cli|simulator|library|commands|conformance|integration|benchmarks|torture|spec|fixtures|sdk|tools|node_modules)',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
}
