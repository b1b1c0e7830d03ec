import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { beforeAll, describe, expect, test } from 'vitest'

/** Without the rules that need types, which would read the whole project to look at one line. */
let eslint: ESLint
beforeAll(() => {
  eslint = new ESLint({
    overrideConfig: [tseslint.configs.disableTypeChecked] as NonNullable<ESLint.Options['overrideConfig']>,
  })
})

async function complaints(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? []
}

const syntax = ['no-restricted-syntax']
const imports = ['@typescript-eslint/no-restricted-imports']

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
    expect(await complaints('server/features/stations/repository.ts', code)).toEqual(syntax)
  })

  test.each([
    "export const action = 'commit the change'",
    "export const query = 'select begin_at from shifts'",
    "export const hint = 'Set a station first.'",
    "export const setting = 'set local statement_timeout = 100'",
    "export const update = 'update stations set name = $1'",
  ])('have nothing to do with %s', async (code) => {
    expect(await complaints('server/features/stations/repository.ts', code)).toEqual([])
  })

  test('are the business of server/db', async () => {
    expect(await complaints('server/db/embedded.ts', "export const start = 'begin'")).toEqual([])
  })
})

test.each([
  ["export { Route } from 'react-router'", imports],
  ["export { Route } from 'react-router-dom'", []],
  ["import { Add } from '@mui/icons-material'\nexport const icon = Add", imports],
  ["import Add from '@mui/icons-material/Add'\nexport const icon = Add", []],
  ["import groupBy from 'lodash/groupBy'\nexport const group = groupBy", imports],
  ["console.log('here')", ['no-console']],
  ['export const both = (a: any) => a === 1', ['@typescript-eslint/no-explicit-any']],
])('the console: %s', async (code, expected) => {
  expect(await complaints('src/ui/Money.ts', code)).toEqual(expected)
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
