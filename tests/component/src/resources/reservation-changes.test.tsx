import '../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { Reservation } from '../../../../contract/entities/reservation'
import { toHttpError } from '../../../../src/providers/http/problem'
import { Refused } from '../../../../src/kit/Refused'
import { HireEndField } from '../../../../src/resources/reservations/desk/HireEndField'
import { AmendDialog } from '../../../../src/resources/reservations/show/AmendDialog'
import { CancelDialog } from '../../../../src/resources/reservations/show/CancelDialog'
import { ChangeHireDialog } from '../../../../src/resources/reservations/show/ChangeHireDialog'
import { renderInFrame, signedIn, words } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(async () => {
  vi.unstubAllGlobals()
  await words.changeLocale('en')
})

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
const PLACE = { station_id: null, address: '1 Ledra Street', latitude: null, longitude: null }
const HIRE: Hire = {
  pickup: PLACE,
  dropoff: PLACE,
  via: [],
  starts_at: '2030-05-20T10:00:00Z',
  ends_at: '2030-05-20T11:30:00Z',
  distance_km: 100,
  vehicle_type_id: '5',
  passengers: 30,
  luggage_units: 0,
}
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

it('tells what a cancellation keeps and gives back, and that the price stays where the fee eats what is given up', async () => {
  signedIn({ role: 'manager' })
  const { calls } = script({
    'POST /reservations/9/cancel/': () => answer({ ...BOOKED, status: 'cancelled', cancellation_fee_minor: 2000 }),
    'POST /reservations/9/cancel-passengers/': () =>
      answer({ ...BOOKED, price_lines: [line('LINE', 4000), line('cancellation_fee', 4000, 'cancellation_fee')] }),
  })
  const { unmount } = renderInFrame(<CancelDialog reservation={BOOKED} onDone={done} onClose={done} />)
  await screen.findByText('€20.00 are kept by the cancellation policy, €60.00 are given back.')
  unmount()
  renderInFrame(<CancelDialog reservation={BOOKED} positions={[2]} onDone={done} onClose={done} />)
  await screen.findByText('The price stays €80.00.')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Ill' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel passenger' }))
  await vi.waitFor(() => expect(sent(calls)).toEqual({ positions: [2], waive_fee: false, reason: 'Ill' }))
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
  const { calls } = script({
    'POST /reservations/9/change-hire/': () => answer({ ...BOOKED, total_minor: 60_000, paid_minor: 0 }),
  })
  renderInFrame(
    <ChangeHireDialog
      reservation={{ ...BOOKED, hire: HIRE, total_minor: 20_000 }}
      hire={HIRE}
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
  await vi.waitFor(() => expect(sent(calls)).toMatchObject({ hire: { ...HIRE, distance_km: 500 }, reason: 'Further' }))
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

it.each([
  ['sold_out', 'vehicle_type_id', /^Von diesem Fahrzeugtyp ist/],
  ['confirmation_required', 'starts_at', /^Diese Mietfahrt beginnt in der Vergangenheit/],
])(
  'says of a hire that is refused as %s what stands against a vehicle, not of seats or jobs',
  async (code, field, told) => {
    await words.changeLocale('de')
    const refusal = { code, detail: 'Refused.', errors: [{ pointer: `/hire/${field}`, code, detail: 'Refused.' }] }
    renderInFrame(<Refused refusal={toHttpError(409, refusal, '')} />)
    expect(screen.getByRole('alert')).toHaveTextContent(told)
  },
)
