import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'

const eslint = new ESLint()

/** Returns the reports of this project's own rules on a file. */
async function complaints(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? []
}

/** Returns the reports of oxlint on a file, without the rules that need types, which would read the whole project. */
function oxlint(filePath: string, code: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-lint-'))
  try {
    const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as { options: object }
    const settings = { ...config, $schema: undefined, options: { ...config.options, typeAware: false } }
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(settings))
    mkdirSync(join(folder, filePath, '..'), { recursive: true })
    writeFileSync(join(folder, filePath), `${code}\n`)
    const report = toJson(folder)
    return report.diagnostics.map((diagnostic) => diagnostic.code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function toJson(cwd: string): { diagnostics: { code: string }[] } {
  const run = () =>
    execFileSync(process.execPath, [resolve('node_modules/oxlint/bin/oxlint'), '--format=json'], { cwd })
  try {
    return JSON.parse(run().toString()) as ReturnType<typeof toJson>
  } catch (error) {
    // oxlint exits with an error code when it has reports.
    const { stdout } = error as { stdout?: Buffer }
    return JSON.parse(String(stdout)) as ReturnType<typeof toJson>
  }
}

const syntax = ['no-restricted-syntax']
const imports = ['eslint(no-restricted-imports)']

describe('raw transactions, locks and settings of the session', () => {
  test.each([
    "export const run = (exec: (sql: string) => void) => exec('BEGIN')",
    "export const run = (exec: (sql: string) => void) => exec('commit;')",
    'export const run = (exec: (sql: string) => void) => exec(`start transaction isolation level serializable`)',
    "export const run = (exec: (sql: string) => void) => exec('savepoint one')",
    'export const run = (exec: (sql: string, id: number) => void) => exec(`select pg_advisory_xact_lock($1)`, 1)',
    "export const run = (exec: (sql: string) => void) => exec('set search_path = other')",
    "export const run = (exec: (sql: string) => void) => exec('SET ROLE admin')",
  ])('are refused in %s', async (code) => {
    expect(await complaints('server/features/records/stations.ts', code)).toEqual(syntax)
  })

  test.each([
    "export const action = 'commit the change'",
    "export const query = 'select begin_at from shifts'",
    "export const hint = 'Set a station first.'",
    "export const setting = 'set local statement_timeout = 100'",
    "export const update = 'update stations set name = $1'",
  ])('do not match %s', async (code) => {
    expect(await complaints('server/features/records/stations.ts', code)).toEqual([])
  })

  test('are allowed in server/db', async () => {
    expect(await complaints('server/db/embedded.ts', "export const start = 'begin'")).toEqual([])
  })
})

test.each([
  ["export { Route } from 'react-router'", imports],
  ["export { Route } from 'react-router-dom'", []],
  ["import { Add } from '@mui/icons-material'\nexport const icon = Add", imports],
  ["import Add from '@mui/icons-material/Add'\nexport const icon = Add", []],
  ["import groupBy from 'lodash/groupBy'\nexport const group = groupBy", imports],
  ["console.log('here')", ['eslint(no-console)']],
  ['export const both = (a: any) => a === 1', ['typescript(no-explicit-any)']],
  [
    "import { useEffect } from 'react'\nexport function useOne(on: boolean) {\n  if (on) useEffect(() => undefined)\n}",
    ['react-hooks(rules-of-hooks)'],
  ],
  [
    "import { useState } from 'react'\nexport function Two() {\n  const Part = () => <p />\n  return <Part key={useState(1)[0]} />\n}",
    ['react(static-components)'],
  ],
])('the console: %s', (code, expected) => {
  expect(oxlint('src/ui/Money.tsx', code)).toEqual(expected)
})

test('a file has at most 400 lines', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, line) => `export const n${line} = ${line}`).join('\n')
  expect(oxlint('server/db/long.ts', lines(400))).toEqual([])
  expect(oxlint('server/db/long.ts', lines(401))).toEqual(['eslint(max-lines)'])
})

describe('lists of records are those of react-admin or the kit', () => {
  const use = (name: string, from: string) => `import { ${name} } from '${from}'\nexport const used = ${name}`
  const useDefault = (name: string) => `import ${name} from '@mui/material/${name}'\nexport const used = ${name}`
  const owners = ['src/kit/list/One.tsx', 'src/features/one/One.tsx', 'src/resources/one/One.tsx']

  test.each([
    ...['ListBase', 'ShowBase', 'EditBase', 'CreateBase'].map((name) => use(name, 'react-admin')),
    ...['Table', 'TableBody', 'TableCell', 'TableHead', 'TableRow', 'TablePagination', 'TableSortLabel'].map(
      useDefault,
    ),
  ])('so that pages may not contain %s', async (code) => {
    for (const file of owners) expect(await complaints(file, code)).toEqual(syntax)
  })

  test.each([
    use('List', 'react-admin'),
    use('ListContextProvider', 'react-admin'),
    useDefault('TableContainer'),
    "import type { TablePaginationProps } from '@mui/material/TablePagination'\nexport type Used = TablePaginationProps",
  ])('and pages may contain %s', async (code) => {
    for (const file of owners) expect(await complaints(file, code)).toEqual([])
  })

  test('and the kit and the tables of imported files have their own', async () => {
    expect(await complaints('src/kit/List.tsx', use('ListBase', 'react-admin'))).toEqual([])
    expect(await complaints('src/resources/import/ColumnMap.tsx', useDefault('Table'))).toEqual([])
  })
})

test.each(['Date.now()', 'new Date()', 'Math.random()', 'Temporal.Now.instant()'])(
  'the domain has no %s',
  async (call) => {
    expect(await complaints('server/domain/price.ts', `export const value = ${call}`)).toEqual(syntax)
    expect(await complaints('server/adapters/clock.ts', `export const value = ${call}`)).toEqual([])
  },
)

test.each(["test.only('one', () => {})", 'await page.waitForTimeout(100)', 'expect(page).toMatchSnapshot()'])(
  'tests have no %s',
  async (code) => {
    expect(await complaints('tests/e2e/one.spec.ts', code)).toEqual(syntax)
  },
)

test.each([
  ['export const keptSale = 1', ['names/plain-names']],
  ['export interface Told {}', ['names/plain-names']],
  ['export const rehearse = () => null', ['names/plain-names']],
  ...[
    'noWay',
    'statusWays',
    'startsOf',
    'createKeyCabinet',
    'createPeopleDesk',
    'createViewDesk',
    'createInvitationDesk',
    'createStage',
    'unheard',
    'isMeant',
    'Leave',
  ].map((name): [string, string[]] => [`export const ${name} = 1`, ['names/plain-names']]),
  ['export const leaveEarly = 1', []],
  [
    'export const pick = ({ kept }: { kept: number }) => kept',
    ['names/plain-names', 'names/plain-names', 'names/plain-names'],
  ],
  ['export const read = (job: { kept: number }) => job.kept', []],
  ['export const keptUntil = 1', []],
  ['export const columns = { kept_sale: 1, deadlines_told: 2 }', []],
])('an identifier is a term of the trade: %s', async (code, expected) => {
  expect(await complaints('server/domain/example.ts', code)).toEqual(expected)
})

describe('words that comments and API texts do not use', () => {
  const plain = ['language/plain-words']

  test.each([
    ['a comment', '// The customer is told.\nexport const one = 1'],
    ['a docstring, in any case', '/** Nobody\n * reads it. */\nexport const one = 1'],
    ['a docstring, divided by a line end', '/**\n * Expired by\n * now.\n */\nexport const one = 1'],
    ['a text', "export const detail = 'Somebody else has changed it.'"],
    ['a template', 'export const detail = (id: string) => `${id} comes to nothing.`'],
  ])('are refused in %s', async (_, code) => {
    expect(await complaints('contract/operations/one.ts', code)).toEqual(plain)
    expect(await complaints('server/http/one.ts', code)).toEqual(plain)
    expect(await complaints('src/ui/One.tsx', code)).toEqual(plain)
  })

  test.each([
    '// Notifies the customer.',
    "export const column = 'deadlines_told'",
    "export const scope = 'nobody'",
    'export const key = (last: string) => `app.board.told.${last}`',
    '// Tolded, nobodys',
  ])('are not found in %s', async (code) => {
    expect(await complaints('contract/operations/one.ts', `${code}\nexport const one = 1`)).toEqual([])
    expect(await complaints('src/ui/One.tsx', `${code}\nexport const one = 1`)).toEqual([])
  })
})
