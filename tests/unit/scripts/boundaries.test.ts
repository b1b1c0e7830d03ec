import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A small tree of this project's shape: imports by file, with `type ` in front of type-only imports. */
const LEGAL = {
  'contract/core/scalars.ts': ['zod'],
  'contract/entities/station.ts': ['../core/scalars'],
  'contract/operations/stations.ts': ['../entities/station', '../core/scalars'],
  'contract/partner/places.ts': ['../operations/stations'],
  'contract/all-operations.ts': ['./operations/stations', './partner/places'],
  'server/main.ts': ['./app', './db/database'],
  'server/app.ts': ['./wiring/features', './http/problem', './jobs/queue', 'kysely'],
  'server/wiring/features.ts': [
    '../features/stations/routes',
    '../features/routes/routes',
    '../features/records/seasons',
    '../features/partner/sales/routes',
    '../features/partner/octo/routes',
  ],
  'server/domain/price.ts': ['../../contract/entities/station', 'big.js', 'temporal-polyfill'],
  'server/db/database.ts': ['../../contract/entities/station', 'kysely', 'pg', 'node:fs', './transaction'],
  'server/db/transaction.ts': ['type kysely'],
  'server/kernel/seats.ts': ['../db/transaction', '../domain/price', 'kysely'],
  'server/http/problem.ts': ['../../contract/entities/station'],
  'server/http/refusal.ts': ['./problem'],
  'server/crud/store.ts': ['../db/database', '../http/problem', '../kernel/seats', 'kysely'],
  'server/jobs/queue.ts': ['../db/transaction'],
  'server/adapters/mailer.ts': ['node:net'],
  'server/features/stations/repository.ts': ['../../crud/store', 'kysely'],
  'server/features/stations/repository/search.ts': ['../../../db/database'],
  'server/features/stations/routes.ts': [
    './repository',
    './repository/search',
    './steps/close-station',
    './move-station',
    '../../adapters/mailer',
  ],
  'server/features/stations/steps/close-station.ts': ['../repository', '../../../http/refusal'],
  'server/features/stations/move-station.ts': ['type ../../db/database', '../../db/transaction', '../../domain/price'],
  'server/features/routes/routes.ts': ['../../http/problem', '../../kernel/seats'],
  'server/features/records/seasons.ts': ['../../crud/store', 'kysely'],
  'server/features/partner/sales/routes.ts': ['./repository/trips'],
  'server/features/partner/sales/repository/trips.ts': ['../../../../db/database', 'kysely'],
  'server/features/partner/octo/routes.ts': ['../../../http/problem'],
  'src/boot/main.tsx': ['../partner/Partner', '../layout/Frame', 'react-dom'],
  'src/partner/Partner.tsx': ['../ui/Money', '../kit/List', '../features/mails/Letter', 'react'],
  'src/layout/Frame.tsx': ['../ui/Money', '../resources/stations/page', '../resources/routes/page'],
  'src/resources/stations/page.tsx': ['../../kit/List', '../../features/mails/Letter', './map'],
  'src/resources/stations/map.tsx': ['../../ui/Money'],
  'src/resources/routes/page.tsx': ['../../ui/Money'],
  'src/features/mails/Letter.tsx': ['../../kit/List', './block'],
  'src/features/mails/block.ts': ['../../ui/Money'],
  'src/features/calls/CallLog.tsx': ['../../kit/List'],
  'src/kit/List.tsx': ['../ui/Money', '../providers/api'],
  'src/signin/Form.tsx': ['../ui/Money'],
  'src/ui/Money.tsx': ['react', '../providers/api'],
  'src/providers/api.ts': ['../../contract/operations/stations'],
}

/** One forbidden import each, with the rule that reports it. */
const PLANTED: [file: string, imports: string, rule: string][] = [
  ['contract/core/bad.ts', 'node:fs', 'contract-imports-zod-only'],
  ['contract/core/worse.ts', '../../server/http/problem', 'contract-imports-zod-only'],
  ['contract/core/up.ts', '../entities/station', 'contract-core-knows-what-stands-below'],
  ['contract/entities/up.ts', '../operations/stations', 'contract-entities-knows-what-stands-below'],
  ['contract/operations/up.ts', '../partner/places', 'contract-operations-knows-what-stands-below'],
  ['contract/partner/up.ts', '../all-operations', 'contract-partner-knows-what-stands-below'],
  ['server/domain/bad.ts', 'node:fs', 'domain-is-pure'],
  ['server/domain/worse.ts', 'kysely', 'domain-is-pure'],
  ['server/db/bad.ts', '../http/problem', 'db-knows-contract-only'],
  ['server/kernel/bad.ts', '../http/problem', 'kernel-knows-db-and-domain'],
  ['server/crud/bad.ts', '../domain/price', 'crud-knows-kernel-db-and-http'],
  ['server/http/bad.ts', '../crud/store', 'services-know-no-feature'],
  ['server/wiring/bad.ts', '../app', 'wiring-is-composed-by-the-app'],
  ['server/features/routes/bad.ts', '../stations/move-station', 'features-do-not-import-each-other'],
  ['server/features/partner/octo/bad.ts', '../sales/routes', 'features-do-not-import-each-other'],
  ['server/features/partner/octo/worse.ts', '../../stations/move-station', 'features-do-not-import-each-other'],
  ['server/features/routes/worse.ts', '../../app', 'features-are-composed-above'],
  ['server/features/routes/wired.ts', '../../wiring/features', 'features-are-composed-above'],
  ['server/features/routes/list-routes.ts', '../../db/database', 'only-repositories-speak-sql'],
  ['server/features/routes/repository.ts', '../../http/refusal', 'repositories-decide-nothing'],
  ['server/features/routes/repository/page.ts', 'type ../../../http/problem', 'repositories-decide-nothing'],
  ['server/features/stations/repository/close.ts', '../steps/close-station', 'repositories-decide-nothing'],
  ['server/features/routes/count-routes.ts', 'type kysely', 'only-repositories-use-the-driver'],
  ['server/http/sql.ts', 'pg', 'only-repositories-use-the-driver'],
  ['src/ui/bad.ts', '../../server/domain/price', 'console-knows-no-server'],
  ['server/http/screen.ts', '../../src/ui/Money', 'server-knows-no-console'],
  ['src/providers/up.ts', '../ui/Money', 'src-providers-knows-what-stands-below'],
  ['src/ui/up.ts', '../kit/List', 'src-ui-knows-what-stands-below'],
  ['src/kit/up.ts', '../resources/stations/page', 'src-kit-knows-what-stands-below'],
  ['src/kit/features.ts', '../features/mails/Letter', 'src-kit-knows-what-stands-below'],
  ['src/kit/beside.ts', '../signin/Form', 'src-kit-knows-what-stands-below'],
  ['src/signin/up.ts', '../kit/List', 'src-signin-knows-what-stands-below'],
  ['src/features/calls/up.ts', '../../resources/stations/page', 'src-features-knows-what-stands-below'],
  ['src/features/calls/bad.ts', '../mails/Letter', 'console-features-do-not-import-each-other'],
  ['src/resources/stations/up.ts', '../../layout/Frame', 'src-resources-knows-what-stands-below'],
  ['src/resources/routes/bad.ts', '../stations/page', 'nouns-do-not-import-each-other'],
  ['src/layout/up.ts', '../boot/main', 'src-layout-knows-what-stands-below'],
  ['src/layout/beside.ts', '../partner/Partner', 'src-layout-knows-what-stands-below'],
  ['src/partner/bad.ts', '../layout/Frame', 'src-partner-knows-what-stands-below'],
  ['src/partner/worse.ts', '../resources/stations/page', 'src-partner-knows-what-stands-below'],
  ['src/layout/bad.ts', '../../tests/helper', 'no-test-code-in-product'],
  ['server/adapters/bad.ts', 'fast-check', 'no-dev-package-in-product'],
  ['server/adapters/worse.ts', 'no-such-package', 'no-unknown-import'],
  ['src/ui/a.ts', './b', 'no-cycles'],
]

let tree = ''
let found: { file: string; rule: string }[] = []

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'wayline-boundaries-'))
  for (const name of ['node_modules', 'package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.cjs'])
    symlinkSync(resolve(name), join(tree, name))
  for (const [file, imports] of Object.entries(LEGAL)) write(file, imports)
  for (const [file, imports] of PLANTED) write(file, [imports])
  write('tests/helper.ts', [])
  write('src/ui/b.ts', ['./a'])
  write('src/ui/forgotten.ts', [])
  found = cruise()
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test.each(PLANTED)('%s may not import %s', (file, _imports, rule) => {
  expect(found).toContainEqual({ file, rule })
})

test('a file that no file imports is reported', () => {
  expect(found).toContainEqual({ file: 'src/ui/forgotten.ts', rule: 'no-orphans' })
})

test('no resource folder of the console may import another', () => {
  const { forbidden } = createRequire(import.meta.url)(resolve('.dependency-cruiser.cjs')) as {
    forbidden: { name: string; to: object }[]
  }
  const rule = forbidden.find(({ name }) => name === 'nouns-do-not-import-each-other')
  expect(rule?.to).toEqual({ path: '^src/resources/', pathNot: '^src/resources/$1/' })
})

test('the imports that the layers allow pass', () => {
  expect(found.filter(({ file }) => file in LEGAL)).toEqual([])
})

function write(file: string, imports: string[]): void {
  const lines = imports.map((name, index) =>
    name.startsWith('type ')
      ? `import type * as Module${index} from '${name.slice(5)}'\nexport type Use${index} = keyof typeof Module${index}`
      : `import * as module${index} from '${name}'\nexport const use${index} = module${index}`,
  )
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), `${lines.join('\n')}\nexport const name = '${file}'\n`)
}

function cruise(): { file: string; rule: string }[] {
  const tool = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'contract', 'server', 'src']
  const { stdout } = spawnSync(process.execPath, [tool, ...options], { cwd: tree, encoding: 'utf8' })
  const report = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  return report.summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }))
}
