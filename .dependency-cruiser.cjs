/**
 * Direction, an arrow meaning "is imported by":
 * contract <- domain <- features <- app <- main
 * contract <- db <- crud <- features ; contract <- http, adapters, jobs <- features
 * contract <- src (the console)
 */
const SQL_SPEAKERS = [
  '^server/(db|crud|demo|cli)/',
  '^server/(main|app)\\.ts$',
  '^server/features/[^/]+/repository(\\.ts$|/)',
  '^server/jobs/queue\\.ts$',
]

/** Modules that the build puts in the place of a package's. */
const BUILD_STAND_INS = ['^src/ui/noExport\\.ts$']

const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'A cycle means that two modules are one. Move what both need into a third.',
      {},
      { circular: true },
    ),
    forbid(
      'no-orphans',
      'Nothing imports it, and it imports nothing. Use it or delete it.',
      {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '^server/main\\.ts$', '^src/signin/start\\.ts$', '^server/cli/', ...BUILD_STAND_INS],
      },
      {},
    ),
    forbid(
      'contract-imports-zod-only',
      'Both sides read the contract, in a browser and in Node: it imports zod and itself, nothing else.',
      { path: '^contract/' },
      { pathNot: ['^contract/', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'domain-is-pure',
      'The domain takes values and returns values: pass in what it needs. It imports contract, big.js and temporal-polyfill.',
      { path: '^server/domain/' },
      {
        pathNot: [
          '^server/domain/',
          '^contract/',
          '(^|/)node_modules/(@types/)?(big\\.js|temporal-polyfill|temporal-spec)/',
        ],
      },
    ),
    forbid(
      'db-knows-contract-only',
      'The database layer stands under everything else of the server: hand it what it needs as an argument.',
      { path: '^server/db/' },
      { path: '^(server|src)/', pathNot: '^server/db/' },
    ),
    forbid(
      'crud-knows-db-and-http',
      'The generic record store imports db, http and contract: what one resource needs beyond that belongs to its feature.',
      { path: '^server/crud/' },
      { path: '^server/', pathNot: '^server/(crud|db|http)/' },
    ),
    forbid(
      'services-know-no-feature',
      'http, adapters and jobs serve every feature, so they know none: let the feature register itself.',
      { path: '^server/(http|adapters|jobs)/' },
      { path: '^server/(features|crud|demo|cli|(app|main)\\.ts)' },
    ),
    forbid(
      'features-are-composed-above',
      'A feature does not know who composes it.',
      { path: '^server/features/[^/]+/' },
      { path: '^server/(demo|cli|(app|main|features/index)\\.ts)' },
    ),
    forbid(
      'features-do-not-import-each-other',
      "Lift the shared rule into domain/, or the shared service into http/ or adapters/; let app.ts hand one feature's function to another.",
      { path: '^server/features/([^/]+)/' },
      { path: '^server/features/', pathNot: '^server/features/$1/' },
    ),
    forbid(
      'only-repositories-speak-sql',
      "Put the query into the feature's repository.ts. Use cases take db/transaction, db/audit, db/jobs and types; what says why the database is away is open to all.",
      { path: '^server/', pathNot: SQL_SPEAKERS },
      {
        path: '^server/db/',
        pathNot: '^server/db/(transaction|audit|jobs|unavailable|database-url)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'only-repositories-use-the-driver',
      "Put the query into the feature's repository.ts; db/transaction has the types Tx and Reader.",
      { path: '^server/', pathNot: SQL_SPEAKERS },
      { path: '(^|/)node_modules/(kysely|pg|@electric-sql)/' },
    ),
    forbid(
      'console-knows-no-server',
      'The console knows the API through contract/ and HTTP alone.',
      { path: '^src/' },
      { path: '^server/' },
    ),
    forbid('server-knows-no-console', 'Move what both need into contract/.', { path: '^server/' }, { path: '^src/' }),
    forbid(
      'partner-area-stands-alone',
      'The partner area must not pull the staff console in: move what both need into src/ui or src/providers.',
      { path: '^src/partner/' },
      { path: '^src/(resources|layout)/' },
    ),
    forbid(
      'no-test-code-in-product',
      'Tests and scripts are not shipped.',
      { path: '^(contract|server|src)/' },
      { path: '^(tests|bench|scripts)/' },
    ),
    forbid(
      'no-dev-package-in-product',
      'The package is not there in production: move it to dependencies, or do without.',
      { path: '^(contract|server|src)/', pathNot: '\\.dev\\.mjs$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '(^|/)node_modules/@types/' },
    ),
    forbid(
      'no-unknown-import',
      'It does not resolve, or is not in package.json.',
      { path: '^(contract|server|src)/' },
      { dependencyTypes: ['unknown', 'undetermined', 'npm-no-pkg', 'npm-unknown'], pathNot: '^virtual:' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
