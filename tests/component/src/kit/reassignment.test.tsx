import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import Reassignment from '../../../../src/kit/reassignment/Reassignment'
import { renderInFrame, signedIn } from '../../../support/console/frame'

const network = setupServer()
beforeAll(() => network.listen())
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

it('a period with too many jobs shows the error on its end field and waits for another end', async () => {
  const detail = 'More than 200 jobs lie within this time. Choose an earlier end.'
  const problem = {
    status: 422,
    code: 'validation',
    title: 'Some fields need attention',
    detail,
    errors: [{ pointer: '/to', code: 'too_many_jobs', detail }],
  }
  network.use(http.get('*/api/vehicles/7/jobs/', () => HttpResponse.json(problem, { status: 422 })))
  signedIn()
  renderInFrame(<Reassignment kind="vehicle" id="7" name="Bus 7" zone="Europe/Madrid" />)
  // The field appends its time zone.
  expect(await screen.findByText(detail, { exact: false })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('button', { name: /out of service/i })).toBeDisabled()
})
