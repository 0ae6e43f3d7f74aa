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

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle hides which part stands on which, also one of types alone.',
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
      comment: 'What is shipped needs no development dependency.',
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
    only('spec-stands-alone', '^spec/', ['^spec/'], 'The contract imports nothing above it.'),
    only(
      'fixtures-on-spec',
      '^fixtures/',
      ['^fixtures/', '^spec/'],
      'Fixtures stand on the contract.',
    ),
    only(
      'simulator-below',
      '^simulator/',
      ['^simulator/', '^spec/', '^fixtures/', '^sdk/messages/'],
      'The simulator knows neither suite nor benchmarks; of the SDK it reads the message catalogue.',
    ),
    {
      name: 'sdk-stands-alone',
      severity: 'error',
      comment: 'The SDK runs in a page: no package, no Node, of the contract only the types.',
      from: { path: '^sdk/', pathNot: ['\\.test\\.ts$', '^sdk/testing/'] },
      to: { pathNot: '^sdk/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'messages-are-data',
      severity: 'error',
      comment: 'The simulator reads the catalogue too, so it knows no page.',
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
      ['^conformance/', '^spec/', '^fixtures/'],
      'The suite must not share a mistake with the simulator.',
    ),
    only(
      'integration-on-library',
      '^integration/',
      ['^integration/', '^conformance/', '^library/', '^spec/', '^fixtures/'],
      'It judges clients, so it may start the simulator that the suite must not know; it reports as the suite does.',
    ),
    only(
      'benchmarks-start-processes',
      '^benchmarks/',
      ['^benchmarks/', '^fixtures/'],
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
      'The torture test attacks simulators in processes of their own; it shares only the helpers of the tests, and the check of limits.',
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
