import { button } from '../support/e2e/screen'
import { expect, test } from '../support/e2e/test'
import { make } from '../support/factories'

const UNAVAILABLE = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status: 503, code: 'unavailable', title: 'Unavailable', request_id: 'req-outage' }),
}

test('list shows that it could not be read instead of being empty, and reads again on demand', async ({
  office: page,
  api,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 503/)
  await make(api, 'seasons')
  await page.route('**/api/seasons*', (route) => route.fulfill(UNAVAILABLE))
  await page.route('**/api/seasons/*', (route) => route.fulfill(UNAVAILABLE))
  await page.goto('/seasons')
  const notice = page.getByRole('alert').filter({ hasText: 'Couldn’t load the list' })
  await expect(notice).toBeVisible()
  await expect(notice).toContainText('req-outage')
  await expect(page.getByText('No seasons yet.')).toBeHidden()

  await page.unrouteAll()
  await button(notice, 'Try again').click()
  await expect(page.getByRole('link', { name: 'Easter' }).first()).toBeVisible()
})
