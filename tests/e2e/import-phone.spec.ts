import { expect, test } from '../support/e2e/test'

test.use({ viewport: { width: 390, height: 844 } })

test('import scrolls a wide table of columns inside its own frame on a phone', async ({ office: page }) => {
  await page.goto('/stations/import')
  const chooser = page.getByLabel('Choose file').and(page.locator('input'))
  const heading = 'A heading that leaves no room for the other columns'
  const text = `Code,Name,Zeitzone,${heading}\nAA,${'Stop '.repeat(10)},Asia/Nicosia,x\n`
  await chooser.setInputFiles({ name: 'stops.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const table = page.getByRole('table', { name: 'Columns' })
  await expect(table).toBeVisible()
  const [frame, content, width] = await table.evaluate((element) => {
    const box = element.parentElement?.getBoundingClientRect()
    return [box?.right ?? Infinity, element.scrollWidth - (box?.width ?? 0), window.innerWidth]
  })
  expect(frame).toBeLessThan(width)
  expect(content).toBeGreaterThan(0)
})
