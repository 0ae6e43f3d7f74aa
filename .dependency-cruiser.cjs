/** Who may import what (architecture): arrows point down, and the suite never sees the simulator. */
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
      comment: 'A cycle hides which part stands on which.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
        path: '^(cli|simulator|conformance|benchmarks|spec|fixtures)',
        pathNot: [
          '\\.test\\.ts$',
          '^spec/(generate|redocly|bundle)',
          '^simulator/control/generate',
          '^fixtures/(generate|draw)',
          '/testing(/|\\.ts$)',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
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
      ['^simulator/', '^spec/', '^fixtures/'],
      'The simulator knows neither suite nor benchmarks.',
    ),
    only(
      'suite-is-independent',
      '^conformance/',
      ['^conformance/', '^spec/', '^fixtures/'],
      'The suite must not share a mistake with the simulator.',
    ),
    only(
      'benchmarks-start-processes',
      '^benchmarks/',
      ['^benchmarks/', '^fixtures/'],
      'Benchmarks start their targets as processes.',
    ),
    {
      name: 'store-and-clock-are-ports',
      severity: 'error',
      comment: 'Ports know nothing of what stands on them.',
      from: { path: '^simulator/(store|clock)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^simulator/',
        pathNot: '^simulator/(store|clock)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      comment: 'Rules see no framework, no store, no clock; time arrives as a value.',
      from: { path: '^simulator/(rules|esign)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          '^simulator/(?!rules|esign)',
          'node_modules/(fastify|lowdb)',
          '^node:(http|fs|sqlite)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-below-http',
      severity: 'error',
      comment: 'A feature knows nothing of how it is called.',
      from: { path: '^simulator/(features|delivery|service)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^simulator/(http|control|journey|app|server|listener|command)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(dist|node_modules/\\.cache|\\.tap)/', '^spec/generated/wire'] },
    includeOnly: '^(cli|simulator|conformance|benchmarks|spec|fixtures|tools|node_modules)',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
}
