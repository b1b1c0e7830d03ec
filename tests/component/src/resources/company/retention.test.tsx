import '../../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Company } from '../../../../../contract/operations/company'
import { CompanySettings } from '../../../../../src/resources/company/CompanySettings'
import { renderPages, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const company: Company = {
  version: 3,
  name: 'Wayline',
  timezone: 'UTC',
  locale: 'en',
  country: null,
  contact_email: null,
  contact_phone: null,
  fare_tax_bp: 500,
  tax_mode: 'inclusive',
  price_increment_minor: 1,
  currency: 'EUR',
  cancellation_policy: [],
  customers_kept_months: null,
  mail_content_kept_days: null,
  partner_log_kept_days: 30,
  notifications_kept_days: 90,
  sessions_kept_days: 30,
  refund_limit_minor: null,
  rebooking_allowed: false,
  cash_needs_till: false,
  account_codes: {},
  backup_hour: null,
  backups_kept: 7,
}

function open() {
  signedIn()
  const saves: unknown[] = []
  script({
    'GET /company/retention/preview/': () => answer({ customers: 7 }),
    'PATCH /company/': ({ body }) => {
      saves.push(JSON.parse(String(body)))
      return answer({ ...company, version: 4 })
    },
  })
  renderPages([{ path: '/here', element: <CompanySettings company={company} /> }], '/here')
  return saves
}

// Found by text, because queries by role would check each of several hundred elements of this form.
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByText('Save'))

it('retention shows how many customers would be erased before the months are saved', async () => {
  const saves = open()
  type(/^Delete inactive customers after/, '36')
  const warning = 'Today this would erase 7 customers. It cannot be undone.'
  expect(await screen.findByText(warning)).toBeVisible()
  type(/^Delete inactive customers after/, '3')
  expect(screen.queryByText(/would erase/)).toBeNull()
  type(/^Delete inactive customers after/, '36')
  save()
  await waitFor(() => expect(saves).toEqual([{ customers_kept_months: 36 }]))
})

it('retention sends an invalid number as typed instead of no limit', async () => {
  const saves = open()
  type(/^Delete inactive customers after/, 'long')
  type(/^Delete email content/, '90')
  save()
  await waitFor(() => expect(saves).toEqual([{ customers_kept_months: 'long', mail_content_kept_days: 90 }]))
})
