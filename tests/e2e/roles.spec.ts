import type { Page } from '@playwright/test'
import { may } from '../../contract/core/permissions'
import { CONSOLE_RESOURCES, ROLES, type ConsoleResource, type Role } from '../../contract/core/vocabulary'
import type { Client, Json } from '../support/api'
import { signIn, type Session } from '../support/e2e/api'
import { button, heading, visit } from '../support/e2e/screen'
import { expect, keepSession, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

const nameOf = (resource: ConsoleResource) => word(`resources.${resource}.name_other`)
const creationOf = (resource: ConsoleResource) => word(`resources.${resource}.page.create`)
const main = (page: Page) => page.getByRole('main')
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })

const named = ({ first_name, last_name }: Json) => ({ first_name, last_name })

let records: Record<ConsoleResource, string>

/** Creates a record in every list, so that no page is skipped. */
async function fillCompany(api: Client): Promise<typeof records> {
  const made: [string, Json][] = [['reservations', await make(api, 'reservations')]]
  for (const resource of CONSOLE_RESOURCES)
    if (resource !== 'reservations') made.push([resource, await make(api, resource)])
  return Object.fromEntries(made.map(([resource, { id }]) => [resource, String(id)])) as typeof records
}

/** Creates a user with a role, who has replaced the initial password. */
async function joinAs(role: Role, api: Client, baseURL: string): Promise<Session> {
  const [given, own] = ['given by somebody else', 'a few words of my own']
  const { username } = await make(api, 'users', { username: unique(`${role}.`), password: given, role })
  const { tokens } = await signIn(baseURL, String(username), given)
  const changed = await fetch(`${baseURL}/api/auth/password/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ current_password: given, new_password: own }),
  })
  expect(changed.ok).toBe(true)
  return signIn(baseURL, String(username), own)
}

const denied = (page: Page) =>
  main(page)
    .getByRole('alert')
    .filter({ hasText: word('ra.message.access_denied') })

/** Opens a list and compares its actions with the permissions of the role. */
async function checkList(page: Page, role: Role, resource: ConsoleResource): Promise<void> {
  const allowed = (action: Parameters<typeof may>[1]) => may(role, action, resource)
  await visit(page, `/${resource}`)
  await expect(heading(page, nameOf(resource))).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await expect(link(page, creationOf(resource)), `${role} creates ${resource}`).toHaveCount(allowed('create') ? 1 : 0)
  await expect(button(main(page), word('ra.action.export'))).toHaveCount(allowed('export') ? 1 : 0)
  const actions = main(page).getByRole('button', { name: /^Actions for / })
  await actions.first().click()
  const rowMenu = page.getByRole('menu')
  await expect(rowMenu.getByRole('menuitem')).toHaveText([
    word('ra.action.open'),
    ...(allowed('edit') ? [word('ra.action.edit')] : []),
    ...(allowed('delete') ? [word('ra.action.delete')] : []),
  ])
  await page.keyboard.press('Escape')
  await expect(rowMenu).toBeHidden()
}

async function checkRecord(page: Page, role: Role, resource: ConsoleResource): Promise<void> {
  const path = `/${resource}/${records[resource]}`
  await visit(page, `${path}/show`)
  await expect(link(page, nameOf(resource)).first()).toBeVisible()
  await expect(main(page).locator('dl').first()).toBeVisible()
  await expect(link(page, word('ra.action.edit'))).toHaveCount(may(role, 'edit', resource) ? 1 : 0)
  await expect(button(main(page), word('ra.action.delete'))).toHaveCount(may(role, 'delete', resource) ? 1 : 0)
  // Allowed forms are covered by the tests of the resource.
  for (const [to, action] of [
    [path, 'edit'],
    [`/${resource}/create`, 'create'],
  ] as const) {
    if (may(role, action, resource)) continue
    await visit(page, to)
    await expect(denied(page), `${role}: ${action} ${resource}`).toBeVisible()
  }
}

const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'] as const
const rights = (role: Role, resource: ConsoleResource) => ACTIONS.filter((action) => may(role, action, resource)).join()

/** Returns whether no earlier role has the same rights, because equal rights give equal pages. */
const isFirstWith = (role: Role, resource: ConsoleResource) =>
  ROLES.find((one) => one !== 'admin' && rights(one, resource) === rights(role, resource)) === role

test.describe('actions without permission are not offered, and cause no request', () => {
  test.beforeAll(async ({ api }) => {
    records = await fillCompany(api)
  })

  for (const role of ROLES.filter((one) => one !== 'admin'))
    test(`to a user with the role ${role}`, async ({ page, api, baseURL, reader }) => {
      const refused: string[] = []
      page.on('response', (answer) => {
        if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`)
      })
      await keepSession(page, await joinAs(role, api, String(baseURL)), reader)
      await page.goto('/')
      await expect(heading(page, 'Dashboard')).toBeVisible()
      const seen = CONSOLE_RESOURCES.filter((resource) => may(role, 'list', resource))
      const menu = page.getByRole('navigation', { name: 'Main menu' })
      for (const resource of CONSOLE_RESOURCES)
        await expect(menu.getByRole('link', { name: nameOf(resource), exact: true })).toHaveCount(
          seen.includes(resource) ? 1 : 0,
        )
      await expect(page.getByRole('banner').getByRole('link', { name: word('app.nav.newReservation') })).toHaveCount(
        may(role, 'create', 'reservations') ? 1 : 0,
      )

      for (const resource of CONSOLE_RESOURCES.filter((one) => isFirstWith(role, one))) {
        if (!seen.includes(resource)) {
          for (const path of ['', '/create', `/${records[resource]}`, `/${records[resource]}/show`]) {
            await visit(page, `/${resource}${path}`)
            await expect(denied(page), `${role} at ${resource}${path}`).toBeVisible()
            await expect(page).toHaveTitle(`${word('ra.page.access_denied')} · Wayline`)
          }
          continue
        }
        await checkList(page, role, resource)
        await checkRecord(page, role, resource)
      }
      await visit(page, '/routes/import')
      await expect(may(role, 'import', 'routes') ? heading(page, word('app.gtfs.import')) : denied(page)).toBeVisible()

      await visit(page, '/reservations')
      await button(page, 'More filters').click()
      const partner = page.getByRole('menuitem', { name: label('reservations', 'partner_id'), exact: true })
      await expect(partner).toHaveCount(seen.includes('partners') ? 1 : 0)
      await page.keyboard.press('Escape')

      await button(page.getByRole('banner'), 'Search').click()
      const palette = page.getByRole('dialog')
      for (const resource of CONSOLE_RESOURCES) {
        const name = creationOf(resource)
        await palette.getByRole('combobox').fill(name)
        const count = may(role, 'create', resource) ? 1 : 0
        await expect(palette.getByRole('option', { name: new RegExp(`^${name}(?! type)`) })).toHaveCount(count)
      }
      expect(refused).toEqual([])
    })
})

for (const role of ['admin', 'agent'] as const)
  test(`page of a customer loads without refused requests for ${role}`, async ({ page, api, baseURL, reader }) => {
    const customer = await make(api, 'customers', {
      credit_limit_minor: 50_000,
      tags: ['school'],
      notes: 'Sits in front',
      email: `${unique('same').toLowerCase()}@example.com`,
    })
    const twin = await make(api, 'customers', { ...named(customer), email: customer['email'] })
    const journey = await make(api, 'journeys')
    await make(api, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
    const legs = [{ journey_id: journey['id'], board_seq: 1, alight_seq: journey['call_count'] }]
    const trip = await make(api, 'reservations', { legs, customer_id: customer['id'], payment_method: 'on_account' })
    const owed = (Number(trip['total_minor']) / 100).toFixed(2)

    await keepSession(page, await joinAs(role, api, String(baseURL)), reader)
    await page.goto(`/customers/${String(customer['id'])}/show`)
    const head = main(page).locator('header')
    await expect(head.getByText('school')).toBeVisible()
    await expect(head.getByText(`€${owed} owed, limit €500.00`)).toBeVisible()
    await expect(head.getByText(word('app.duplicates.mayBe'))).toBeVisible()
    await expect(head.getByRole('link', { name: String(twin['last_name']) })).toBeVisible()
    await expect(main(page).getByText('Sits in front')).toBeVisible()
    await expect(main(page).getByText('school')).toHaveCount(1)
    await expect(link(page, String(trip['reference']))).toBeVisible()
    await expect(link(page, word('app.customer.again'))).toBeVisible()
    await expect(link(page, word('app.customer.newBooking'))).toBeVisible()
    await expect(main(page).getByText(word('app.record.allDetails'))).toBeVisible()
  })
