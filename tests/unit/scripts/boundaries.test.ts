import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A small tree of this project's shape: file → what it imports, `type ` in front where it takes types only. */
const LEGAL = {
  'contract/station.ts': ['zod'],
  'server/main.ts': ['./app', './db/database'],
  'server/app.ts': [
    './features/stations/routes',
    './features/routes/routes',
    './http/problem',
    './jobs/queue',
    'kysely',
  ],
  'server/domain/price.ts': ['../../contract/station', 'big.js', 'temporal-polyfill'],
  'server/db/database.ts': ['../../contract/station', 'kysely', 'pg', 'node:fs', './transaction'],
  'server/db/transaction.ts': ['type kysely'],
  'server/http/problem.ts': ['../../contract/station'],
  'server/crud/store.ts': ['../db/database', '../http/problem', '../../contract/station', 'kysely'],
  'server/jobs/queue.ts': ['../db/transaction'],
  'server/adapters/mailer.ts': ['node:net'],
  'server/features/stations/repository.ts': ['../../crud/store', 'kysely'],
  'server/features/stations/repository/search.ts': ['../../../db/database'],
  'server/features/stations/routes.ts': [
    './repository',
    './repository/search',
    './move-station',
    '../../adapters/mailer',
  ],
  'server/features/stations/move-station.ts': ['type ../../db/database', '../../db/transaction', '../../domain/price'],
  'server/features/routes/routes.ts': ['../../http/problem'],
  'src/main.tsx': ['./partner/Partner', './layout/Frame', 'react-dom', '../contract/station'],
  'src/partner/Partner.tsx': ['../ui/Money', 'react'],
  'src/layout/Frame.tsx': ['../ui/Money'],
  'src/ui/Money.tsx': ['react'],
}

/** One import too many each, and the rule that says so. */
const PLANTED: [file: string, imports: string, rule: string][] = [
  ['contract/bad.ts', 'node:fs', 'contract-imports-zod-only'],
  ['contract/worse.ts', '../server/http/problem', 'contract-imports-zod-only'],
  ['server/domain/bad.ts', 'node:fs', 'domain-is-pure'],
  ['server/domain/worse.ts', 'kysely', 'domain-is-pure'],
  ['server/db/bad.ts', '../http/problem', 'db-knows-contract-only'],
  ['server/crud/bad.ts', '../domain/price', 'crud-knows-db-and-http'],
  ['server/http/bad.ts', '../crud/store', 'services-know-no-feature'],
  ['server/features/routes/bad.ts', '../stations/move-station', 'features-do-not-import-each-other'],
  ['server/features/routes/worse.ts', '../../app', 'features-are-composed-above'],
  ['server/features/routes/list-routes.ts', '../../db/database', 'only-repositories-speak-sql'],
  ['server/features/routes/count-routes.ts', 'type kysely', 'only-repositories-use-the-driver'],
  ['server/http/sql.ts', 'pg', 'only-repositories-use-the-driver'],
  ['src/ui/bad.ts', '../../server/domain/price', 'console-knows-no-server'],
  ['server/http/screen.ts', '../../src/ui/Money', 'server-knows-no-console'],
  ['src/partner/bad.ts', '../layout/Frame', 'partner-area-stands-alone'],
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
}, 60_000)
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test.each(PLANTED)('%s may not import %s', (file, _imports, rule) => {
  expect(found).toContainEqual({ file, rule })
})

test('a file that nothing imports is reported', () => {
  expect(found).toContainEqual({ file: 'src/ui/forgotten.ts', rule: 'no-orphans' })
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
