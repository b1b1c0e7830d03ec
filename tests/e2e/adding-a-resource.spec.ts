import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture } from '../../scripts/lib/child.mjs'
import { ADMINISTRATOR } from '../support/e2e-administrator'
import { pressSequence } from '../support/e2e/clock'
import { followGuide } from '../support/e2e/guide'
import { startServer } from '../support/e2e/own-server'
import { box, button, filterBy, heading, openList, rows, search } from '../support/e2e/screen'
import { expect, test as base } from '../support/e2e/test'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

const GUIDE = 'docs/adding-a-resource.md'
/** Three new files and five dictionaries. */
const FILES_TOUCHED = 8

/** Paths that are needed to build the product, and the tests for the additions of the guide. */
const COPIED = [
  'contract',
  'server',
  'src',
  'locales',
  'docs/domain',
  'public',
  'scripts',
  'tests/unit',
  'tests/support',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vitest.config.ts',
]
const UNIT_TESTS = [
  'tests/unit/locales.test.ts',
  'tests/unit/contract/core',
  'tests/unit/src/resources',
  'tests/unit/src/layout',
]

interface Copy {
  folder: string
  touched: string[]
}

const test = base.extend<object, { copy: Copy }>({
  copy: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'wayline-guide-'))
      for (const path of COPIED) cpSync(path, join(folder, path), { recursive: true })
      symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'), 'dir')
      await use({ folder, touched: followGuide(GUIDE, folder) })
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  address: [
    async ({ copy }, use) => {
      const { code, output } = await capture(process.execPath, ['scripts/build.mjs'], { cwd: copy.folder })
      if (code !== 0) throw new Error(output)
      const settings = {
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        DB_DURABILITY: 'relaxed',
      }
      const server = await startServer(settings, [], copy.folder)
      await use(server.address)
      await server.stop()
    },
    { scope: 'worker', timeout: LONG_TEST_TIMEOUT_MS },
  ],
})

test('a resource that was added by the guide is listed, created, shown, found, changed and deleted', async ({
  office: page,
  copy,
}) => {
  expect(copy.touched).toHaveLength(FILES_TOUCHED)

  await page.clock.install()
  await page.goto('/')
  await openList(page, 'Lounges')
  await expect(page.getByText('No lounges yet.')).toBeVisible()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Create lounge', exact: true }).first().click()
  await expect(heading(page, 'Create lounge')).toBeVisible()
  await box(main, 'Name').fill('Gate 5')
  await box(main, 'Code').fill('GATE5')
  await button(page, 'Create').click()
  await expect(main.getByText('Required').first()).toBeVisible()
  await box(main, 'Seats').fill('40')
  await button(page, 'Create').click()
  await expect(heading(page, 'Gate 5')).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await box(main, 'Seats').fill('45')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/show$/)
  await expect(main).toContainText('45')

  await pressSequence(page, 'g', 'l')
  await search(page, 'gate', 1)
  await filterBy(page, 'Status', 'Active')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('GATE5')
  await rows(page).getByRole('link', { name: 'Gate 5' }).click()

  await button(main, 'Delete').click()
  await button(page.getByRole('dialog'), 'Delete').click()
  // A message stays open while the pointer is over it.
  await button(page, 'Undo').hover()
  await expect(heading(page, 'Lounges')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(rows(page)).toContainText('GATE5')
})

test('the added resource passes the tests of all resources for texts and fields', async ({ copy }) => {
  test.setTimeout(LONG_TEST_TIMEOUT_MS)
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...UNIT_TESTS]
  const { code, output } = await capture(process.execPath, command, { cwd: copy.folder })
  expect(code, output).toBe(0)
  expect(output).toContain('passed')
})
