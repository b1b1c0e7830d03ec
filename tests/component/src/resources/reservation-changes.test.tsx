import '../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { Reservation } from '../../../../contract/entities/reservation'
import { HireEndField } from '../../../../src/resources/reservations/desk/HireEndField'
import { AmendDialog } from '../../../../src/resources/reservations/show/AmendDialog'
import { ChangeHireDialog } from '../../../../src/resources/reservations/show/ChangeHireDialog'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const adult = { category: 'adult', name: null, needs: [] } as const
const line = (code: string, amount_minor: number, kind = 'base_fare') => ({ code, kind, amount_minor })
const BOOKED = {
  id: '9',
  version: 2,
  currency: 'EUR',
  passengers: [adult, adult],
  passenger_statuses: ['booked', 'booked'],
  price_lines: [line('LINE', 8000)],
  total_minor: 8000,
  paid_minor: 8000,
} as unknown as Reservation
const done = () => Promise.resolve()
/** What was sent last. */
const sent = (calls: readonly { body: unknown }[]): unknown => JSON.parse(String(calls.at(-1)?.body))

it('tells the price before and after, the fee in it and what is paid back, before a party is changed', async () => {
  signedIn({ role: 'manager' })
  const after = {
    ...BOOKED,
    price_lines: [
      line('LINE', 4000),
      line('ceiling', -500, 'limit'),
      line('cancellation_fee', 2000, 'cancellation_fee'),
    ],
    total_minor: 5500,
  }
  const { calls } = script({ 'POST /reservations/9/amend/': () => answer(after) })
  renderInFrame(<AmendDialog reservation={BOOKED} onDone={done} onClose={done} />)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Adult'), { target: { value: '1' } })
  const told = await within(dialog).findByRole('alert')
  expect([...told.querySelectorAll('.MuiAlert-message > div')].map(({ textContent }) => textContent)).toEqual([
    'The price becomes €55.00 instead of €80.00.',
    '€20.00 of it is the fee for what is given up.',
    'A discount no longer holds. What remains is not made dearer for that: €5.00 are taken off.',
    '€25.00 are to be paid back.',
  ])
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Waive the fee' }))
  await vi.waitFor(() => expect(sent(calls)).toMatchObject({ waive_fee: true, simulate: true }))
})

it('leaves no fee out for who may not', async () => {
  signedIn({ role: 'agent' })
  script({})
  renderInFrame(<AmendDialog reservation={BOOKED} onDone={done} onClose={done} />)
  await screen.findByRole('dialog')
  expect(screen.queryByRole('checkbox', { name: 'Waive the fee' })).toBeNull()
})

it('changes the distance of a hire at the price that was told', async () => {
  signedIn({ role: 'manager' })
  const place = { station_id: null, address: '1 Ledra Street', latitude: null, longitude: null }
  const hire: Hire = {
    pickup: place,
    dropoff: place,
    via: [],
    starts_at: '2030-05-20T10:00:00Z',
    ends_at: '2030-05-20T11:30:00Z',
    distance_km: 100,
    vehicle_type_id: '5',
    passengers: 30,
    luggage_units: 0,
  }
  const { calls } = script({
    'POST /reservations/9/change-hire/': () => answer({ ...BOOKED, total_minor: 60_000, paid_minor: 0 }),
  })
  renderInFrame(
    <ChangeHireDialog
      reservation={{ ...BOOKED, hire, total_minor: 20_000 }}
      hire={hire}
      onDone={done}
      onClose={done}
    />,
  )
  const dialog = await screen.findByRole('dialog')
  const save = within(dialog).getByRole('button', { name: 'Change the run' })
  fireEvent.change(within(dialog).getByLabelText('Distance (km)'), { target: { value: '500' } })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Further' } })
  expect(save).toBeDisabled()
  await within(dialog).findByText('The price becomes €600.00 instead of €200.00.')
  fireEvent.click(save)
  await vi.waitFor(() => expect(sent(calls)).toMatchObject({ hire: { ...hire, distance_km: 500 }, reason: 'Further' }))
})

it('says at its end that a hire takes longer than one may', async () => {
  signedIn({ role: 'manager' })
  script({})
  const field = (ends: string) => (
    <HireEndField starts="2030-05-01T10:00" ends={ends} zone="Asia/Nicosia" onEnds={done} />
  )
  renderInFrame(
    <>
      {field('2030-06-01T10:00')}
      {field('2030-06-01T10:01')}
    </>,
  )
  const [longest, tooLong] = await screen.findAllByLabelText('End')
  expect(longest).toBeValid()
  expect(tooLong).toBeInvalid()
  expect(tooLong).toHaveAccessibleDescription(/^At most 31 days: choose an earlier end/)
})
