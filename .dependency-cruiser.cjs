/**
 * The order of docs/ARCHITECTURE.md, an arrow meaning "is imported by":
 * src       providers <- ui <- kit, signin <- features <- resources <- layout, partner <- boot
 * contract  core <- entities <- operations <- partner <- all-operations.ts
 * server    domain, db <- kernel <- crud <- features <- wiring <- app.ts <- main.ts; http, documents beside crud
 */
const SQL_SPEAKERS = [
  // Layers below the features, and commands that work on a whole database.
  '^server/(db|kernel|crud|demo|cli)/',
  // They open the database and hand it on.
  '^server/(main|app)\\.ts$',
  '^server/features/(partner/)?[^/]+/repository(\\.ts$|/)',
  // Definitions of plain records: each is a list of columns and filters for the generic store.
  '^server/features/records/',
  // It claims jobs of every feature, so no repository of a feature owns its statement.
  '^server/jobs/queue\\.ts$',
]

const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

/** The floors of the console from the ground up: each knows what stands below it, but the portal knows no resource. */
const FLOORS = [['providers'], ['ui'], ['kit', 'signin'], ['features'], ['resources'], ['layout', 'partner'], ['boot']]
const below = (room, level) =>
  FLOORS.slice(0, level)
    .flat()
    .filter((other) => room !== 'partner' || other !== 'resources')
const floorRules = FLOORS.flatMap((rooms, level) =>
  rooms.map((room) =>
    forbid(
      `src-${room}-knows-what-stands-below`,
      `Move what ${room}/ needs down to a folder below it: ${below(room, level).join(', ') || 'there is none'}.`,
      { path: `^src/${room}/` },
      { path: '^src/', pathNot: `^src/(${[room, ...below(room, level)].join('|')})/` },
    ),
  ),
)

/** The folders of the contract from the ground up. */
const CONTRACT = ['core', 'entities', 'operations', 'partner']
const contractRules = CONTRACT.map((folder, level) =>
  forbid(
    `contract-${folder}-knows-what-stands-below`,
    `Move what contract/${folder} needs down to ${CONTRACT.slice(0, level).join(', ') || 'itself'}, or this file up.`,
    { path: `^contract/${folder}/` },
    { path: '^contract/', pathNot: `^contract/(${CONTRACT.slice(0, level + 1).join('|')})/` },
  ),
)

module.exports = {
  forbidden: [
    ...floorRules,
    ...contractRules,
    forbid(
      'nouns-do-not-import-each-other',
      'Move what both nouns need down to src/features, src/kit or src/ui.',
      { path: '^src/resources/([^/]+)/' },
      { path: '^src/resources/', pathNot: '^src/resources/$1/' },
    ),
    forbid(
      'console-features-do-not-import-each-other',
      'Move what both features need down to src/ui or src/kit.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
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
        // Declarations of modules without types, and the entry points.
        pathNot: ['\\.d\\.ts$', '^server/main\\.ts$', '^src/boot/start\\.tsx$', '^server/cli/'],
      },
      {},
    ),
    forbid(
      'contract-imports-zod-only',
      'Both sides read the contract, in a browser and in Node: it imports zod and itself; phone.ts alone the numbering plans.',
      { path: '^contract/', pathNot: '^contract/core/phone\\.ts$' },
      { pathNot: ['^contract/', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'contract-phone-imports-the-numbering-plans',
      'It imports the contract and libphonenumber-js, nothing else.',
      { path: '^contract/core/phone\\.ts$' },
      { pathNot: ['^contract/', '(^|/)node_modules/libphonenumber-js/'] },
    ),
    forbid(
      'contract-schemas-know-no-numbering-plans',
      'Forms load schemas, and the numbering plans are large: convert a number before its schema sees it.',
      { path: '^contract/' },
      { path: '^contract/core/phone\\.ts$' },
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
      'kernel-knows-db-and-domain',
      'The kernel joins rules and database for several features: what one feature needs beyond that belongs to it.',
      { path: '^server/kernel/' },
      { path: '^server/', pathNot: '^server/(kernel|db|domain)/' },
    ),
    forbid(
      'crud-knows-kernel-db-and-http',
      'The generic record store imports kernel, db, http and contract: what one resource needs beyond that belongs to its feature.',
      { path: '^server/crud/' },
      { path: '^server/', pathNot: '^server/(crud|kernel|db|http)/' },
    ),
    forbid(
      'services-know-no-feature',
      'http, adapters and jobs serve every feature, so they know none: let the feature register itself.',
      { path: '^server/(http|adapters|jobs|documents)/' },
      { path: '^server/(features|wiring|crud|demo|cli|(app|main)\\.ts)' },
    ),
    forbid(
      'features-are-composed-above',
      'A feature does not know who composes it.',
      { path: '^server/features/' },
      { path: '^server/(wiring|demo|cli|(app|main)\\.ts)' },
    ),
    forbid(
      'wiring-is-composed-by-the-app',
      'The composition of features does not know the server that it is part of.',
      { path: '^server/wiring/' },
      { path: '^server/(demo|cli|(app|main)\\.ts)' },
    ),
    forbid(
      'features-do-not-import-each-other',
      "Lift the shared rule into domain/, or the shared service into http/ or adapters/; let wiring/ hand one feature's function to another.",
      { path: '^server/features/(partner/[^/]+|[^/]+)/' },
      // feature.ts is the type of what every feature exports for wiring, and belongs to none of them.
      { path: '^server/features/', pathNot: ['^server/features/$1/', '^server/features/feature\\.ts$'] },
    ),
    forbid(
      'only-repositories-speak-sql',
      "Put the query into the feature's repository.ts. Use cases take db/transaction, db/after-commit, db/jobs, kernel/ and types; what says why the database is away is open to all.",
      { path: '^server/', pathNot: SQL_SPEAKERS },
      {
        path: '^server/db/',
        pathNot: '^server/db/(transaction|after-commit|jobs|unavailable|database-url)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'repositories-decide-nothing',
      'A repository is SQL and nothing else: let it return what it found, and decide and refuse in steps/ or in a file beside the routes.',
      { path: '^server/features/(partner/)?[^/]+/repository(\\.ts$|/)' },
      {
        path: ['^server/http/', '^server/features/(partner/)?[^/]+/(steps/|(routes|store)\\.ts$)'],
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
      'no-test-code-in-product',
      'Tests and scripts are not shipped.',
      // Entries of threads that run from source, which the build replaces by bundles.
      { path: '^(contract|server|src)/', pathNot: '\\.dev\\.mjs$' },
      { path: '^(tests|bench|scripts)/' },
    ),
    forbid(
      'no-dev-package-in-product',
      'The package is not there in production: move it to dependencies, or do without.',
      // Entries of threads that run from source, which the build replaces by bundles.
      { path: '^(contract|server|src)/', pathNot: '\\.dev\\.mjs$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-unknown-import',
      'It does not resolve, or is not in package.json.',
      { path: '^(contract|server|src)/' },
      // A plugin of Vite generates these modules, so they have no file.
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
