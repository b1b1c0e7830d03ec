import { readFile } from 'node:fs/promises'
import { bringAxe, violationsIn } from '../support/e2e/axe'
import { RESOURCE_CASES } from '../support/e2e/resources'
import { box, button, filterBy, heading, rows, search } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { label, word } from '../support/e2e/words'
import { make, unique } from '../support/factories'

test.beforeEach(({ page }) => bringAxe(page))

for (const [resource, { seed, called, link, sort, filter, edit, create, release }] of RESOURCE_CASES) {
  const list = word(`resources.${resource}.name_other`)

  const creates = create ? ', and creates a record by the form' : ''

  test(`${resource}: sorts, searches, filters, exports, opens, edits and deletes${creates}`, async ({
    office: page,
    api,
  }) => {
    const stem = unique('QK')
    const [first, second] = [
      await make(api, resource, await seed(`${stem}A`, 0, api)),
      await make(api, resource, await seed(`${stem}B`, 1, api)),
    ]
    await page.goto(`/${resource}`)
    await expect(heading(page, list)).toBeVisible()

    await search(page, stem, 2)
    const head = page.getByRole('columnheader', { name: label(resource, sort) })
    if ((await head.getAttribute('aria-sort')) !== 'ascending') await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page).first()).toContainText(called(first))
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(rows(page).first()).toContainText(called(second))

    await filterBy(page, label(resource, filter.source), word(filter.option))
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(called(second))
    await button(page, 'Clear all').click()
    await search(page, `${stem}A`, 1)
    await expect(rows(page)).toContainText(called(first))

    const download = page.waitForEvent('download')
    await button(page, 'Export').click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(new RegExp(String.raw`^${resource}-\d{4}-\d\d-\d\d\.csv$`))
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(called(first))

    await page
      .getByRole('link', { name: link(first), exact: true })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/${String(first['id'])}/show$`))
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const input = box(page.getByRole('main'), label(resource, edit.source))
    await expect(input).toBeVisible()
    await input.fill(edit.value)
    await button(page, 'Save').click()
    await expect(page).toHaveURL(/\/show$/)
    await expect(
      page
        .getByRole('main')
        .getByText(edit.shown ?? edit.value, { exact: true })
        .first(),
    ).toBeVisible()

    const details = page
      .getByRole('main')
      .locator('details')
      .filter({ hasText: word('app.record.allDetails') })
    const field = details.getByText(label(resource, edit.source), { exact: true })
    await expect(field).toBeHidden()
    await details.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(field.first()).toBeVisible()
    await expect(details.getByText(edit.shown ?? edit.value, { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(details.locator('summary')).toBeVisible()
    await expect(field).toBeHidden()
    await details.locator('summary').click()
    await expect(field.first()).toBeVisible()
    expect(await violationsIn(page)).toEqual([])

    if (release) {
      await release(api, first)
      await page.reload()
    }
    await button(page.getByRole('main'), 'Delete').click()
    await button(page.getByRole('dialog'), 'Delete').click()
    await expect(heading(page, list)).toBeVisible()
    expect((await api.get(`/${resource}/${String(first['id'])}`)).status).toBe(404)

    if (!create) return
    const name = unique('NW')
    const prepared = await create.prepare?.(api, name)
    await page
      .getByRole('main')
      .getByRole('link', { name: word(`resources.${resource}.page.create`), exact: true })
      .click()
    await expect(heading(page, word(`resources.${resource}.page.create`))).toBeVisible()
    await create.fill(page, name, prepared ?? {})
    await button(page, 'Create').click()
    await expect(page).toHaveURL(/\/show$/)
    await expect(page.getByRole('main')).toContainText(name)
  })
}

test('list keeps a sort that is chosen while a search is still being typed', async ({ office: page, api }) => {
  const stem = unique('RACE')
  await make(api, 'stations', { code: stem })
  await page.goto('/stations')
  const head = page.getByRole('columnheader', { name: 'Code' })
  await expect(head).toBeVisible()
  await page.getByRole('searchbox').fill(stem)
  await head.getByRole('button').click()
  await search(page, stem, 1)
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
})
