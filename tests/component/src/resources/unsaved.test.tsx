import '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { Link } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Company } from '../../../../contract/operations/company'
import type { Route } from '../../../../contract/entities/route'
import { CompanySettings } from '../../../../src/resources/company/CompanySettings'
import { FareCard } from '../../../../src/resources/routes/fares/FareCard'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const STATIONS = [
  { id: '10', code: 'LCA', name: { en: 'Larnaca' } },
  { id: '11', code: 'PFO', name: { en: 'Paphos' } },
]
const stop = (station_id: string) => ({ station_id, pickup_type: 'regular', drop_off_type: 'regular' })
const route = { id: '1', stops: [stop('10'), stop('11')] } as unknown as Route
const company = {
  version: 3,
  name: 'Wayline',
  timezone: 'UTC',
  locale: 'en',
  contact_email: null,
  contact_phone: null,
  country: null,
  fare_tax_bp: 500,
  tax_mode: 'inclusive',
  price_increment_minor: 1,
  currency: 'EUR',
  cancellation_policy: [],
  refund_limit_minor: null,
  rebooking_allowed: false,
  cash_needs_till: false,
  account_codes: {},
  customers_kept_months: null,
  mail_content_kept_days: null,
  partner_log_kept_days: 30,
  notifications_kept_days: 90,
  sessions_kept_days: 30,
  backup_hour: null,
  backups_kept: 7,
} as unknown as Company

const find = ((_: string, { ids }: { ids: string[] }) =>
  Promise.resolve({ data: STATIONS.filter(({ id }) => ids.includes(id)) })) as never

function open(part: ReactNode) {
  signedIn()
  script({
    'GET /routes/1/fares/': () =>
      answer({
        currency: 'EUR',
        flat_minor: null,
        cells: [{ origin_station_id: '10', destination_station_id: '11', amount_minor: 1000 }],
      }),
  })
  const page = (
    <DataProviderContext value={testDataProvider({ getMany: find })}>
      {part}
      <Link to="/elsewhere">Leave</Link>
    </DataProviderContext>
  )
  renderPages(
    [
      { path: '/here', element: page },
      { path: '/elsewhere', element: 'Somewhere else' },
    ],
    '/here',
  )
}

const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Leave' }))
const isClosingAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it.each([
  ['fares', <FareCard key="fares" route={route} />, 'Fare from Larnaca to Paphos', '12.50'],
  ['settings', <CompanySettings key="settings" company={company} />, /^Name/, 'Sunvia'],
] as const)('page asks before %s that are not saved are left', async (_, part, name, typed) => {
  const ask = vi.spyOn(window, 'confirm').mockReturnValue(false)
  open(part)
  const box = await screen.findByRole('textbox', { name })
  expect(isClosingAsked()).toBe(false)
  fireEvent.change(box, { target: { value: typed } })
  leave()
  await waitFor(() => expect(ask).toHaveBeenCalledWith(expect.stringContaining('unsaved changes')))
  expect(box).toHaveValue(typed)
  expect(isClosingAsked()).toBe(true)
  ask.mockReturnValue(true)
  leave()
  expect(await screen.findByText('Somewhere else')).toBeVisible()
})

it('page asks before it replaces unsaved fares by others', async () => {
  const ask = vi.spyOn(window, 'confirm').mockReturnValue(false)
  open(<FareCard route={route} />)
  const box = await screen.findByRole('textbox', { name: 'Fare from Larnaca to Paphos' })
  fireEvent.change(box, { target: { value: '12.50' } })
  const day = await screen.findByPlaceholderText<HTMLInputElement>(/tomorrow/)
  const before = day.value
  fireEvent.change(day, { target: { value: '2031-01-01' } })
  fireEvent.blur(day)
  expect(ask).toHaveBeenCalledOnce()
  expect(day).toHaveValue(before)
  expect(box).toHaveValue('12.50')
})

it('page does not ask after the changes were reverted', async () => {
  const ask = vi.spyOn(window, 'confirm').mockReturnValue(false)
  open(<FareCard route={route} />)
  fireEvent.change(await screen.findByRole('textbox', { name: /^Fare from/ }), { target: { value: '12.50' } })
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  leave()
  expect(await screen.findByText('Somewhere else')).toBeVisible()
  expect(ask).not.toHaveBeenCalled()
})
