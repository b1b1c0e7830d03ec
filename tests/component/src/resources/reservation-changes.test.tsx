import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { PriceChange } from '../../../../contract/entities/price-change'
import type { Reservation } from '../../../../contract/entities/reservation'
import { toHttpError } from '../../../../src/providers/http/problem'
import { Refused } from '../../../../src/kit/Blockers'
import { HireEndBox } from '../../../../src/resources/reservations/desk/HireEndBox'
import { ChangeBookingDialog } from '../../../../src/resources/reservations/show/ChangeBookingDialog'
import { CancelDialog } from '../../../../src/resources/reservations/show/CancelDialog'
import { ChangeHireDialog } from '../../../../src/resources/reservations/show/ChangeHireDialog'
import { renderInFrame, signedIn, words } from '../../../support/console/frame'
import { answer, script, type Call } from '../../../support/console/session'

afterEach(async () => {
  vi.unstubAllGlobals()
  await words.changeLocale('en')
})

const adult = { category: 'adult', name: null, needs: [] } as const
const line = (code: string, amount_minor: number, kind = 'base_fare') => ({ code, kind, amount_minor })
const BOOKED = {
  id: '9',
  legs: [],
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
const WHY = 'Reason for exceeding the limit'
/** Returns the body of the last POST. */
const sent = (calls: readonly Pick<Call, 'method' | 'body'>[]): unknown =>
  JSON.parse(String(calls.findLast(({ method }) => method === 'POST')?.body))

const LEG = { journey_id: '4', board_seq: 1, alight_seq: 2, direction: 'outbound' as const }
const PRICE_CHANGE: PriceChange = {
  before_minor: 8000,
  after_minor: 6000,
  units: [
    {
      kind: 'seat',
      category: 'adult',
      addon_id: null,
      label: null,
      leg: LEG,
      count_before: 2,
      count_after: 1,
      paid_before_minor: 8000,
      paid_after_minor: 4000,
    },
    {
      kind: 'addon',
      category: null,
      addon_id: '7',
      label: { en: 'Meal' },
      leg: LEG,
      count_before: 2,
      count_after: 1,
      paid_before_minor: 1000,
      paid_after_minor: 500,
    },
  ],
  fees: [
    { leg: LEG, hours_before: 24, percent_bp: 5000, base_minor: 4000, fee_minor: 2000 },
    { leg: LEG, hours_before: null, percent_bp: null, base_minor: 500, fee_minor: 500 },
  ],
  discount_lost_minor: 300,
  ceiling_minor: -300,
}
const MESSAGE = { recipient: 'ana@example.com', language: 'en', subject: 'Your booking has changed', content: [] }

/** Returns the lines of a change notice. */
const sentences = (shown: HTMLElement) =>
  [...shown.querySelectorAll('.MuiAlert-message > div')].map(({ textContent }) => textContent)

/** Returns the lines that explain a price, each with its amount. */
const explained = (dialog: HTMLElement) => {
  const group = within(dialog).getByRole('group', { name: 'How the price changes' })
  return [...group.querySelectorAll('dl > div')].map((row) => [...row.children].map(({ textContent }) => textContent))
}

it('change of passengers shows the booking before and after, and the refund, before it is saved', async () => {
  signedIn({ role: 'manager' })
  const after = { ...BOOKED, price_change: PRICE_CHANGE, total_minor: 6000, message: MESSAGE }
  const { calls } = script({ 'POST /reservations/9/amend/': () => answer(after) })
  renderInFrame(<ChangeBookingDialog reservation={BOOKED} onDone={done} onClose={done} />)
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Passengers' }))
  fireEvent.change(within(dialog).getByLabelText('Adult'), { target: { value: '1' } })
  expect(sentences(await within(dialog).findByRole('alert'))).toEqual([
    '€20.00 less than now.',
    '€20.00 to be refunded.',
  ])
  const cells = within(dialog).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['2 × Adult', '1 × Adult'])
  expect(explained(dialog)).toEqual([
    ['Price now', '€80.00'],
    ['Cancelled: 1 × Adult', '-€40.00'],
    ['Cancelled: 1 × Meal', '-€5.00'],
    ['Cancellation feeLess than 24 h before departure · 50% of €40.00', '€20.00'],
    ['Not refundable', '€5.00'],
    ['Discount that no longer applies', '€3.00'],
    ['Not more than everything cost', '-€3.00'],
    ['New price', '€60.00'],
  ])
  expect(within(dialog).getByText('Your booking has changed')).toBeInTheDocument()
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Email ana@example.com' }))
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Waive the fee' }))
  await waitFor(() => expect(sent(calls)).toMatchObject({ waive_fee: true, simulate: true }))
  const apply = within(dialog).getByRole('button', { name: 'Apply change' })
  await waitFor(() => expect(apply).toBeEnabled())
  fireEvent.click(apply)
  await waitFor(() =>
    expect(sent(calls)).toEqual({
      passengers: [adult],
      cause: 'customer_request',
      waive_fee: true,
      notify_customer: false,
    }),
  )
})

it('change of passengers restarts with a notice when another user has changed them', async () => {
  signedIn({ role: 'manager' })
  const { calls } = script({ 'POST /reservations/9/amend/': () => answer(BOOKED) })
  function Live() {
    const [reservation, setReservation] = useState(BOOKED)
    const less = () => setReservation({ ...BOOKED, version: 3, passenger_statuses: ['booked', 'cancelled'] })
    return (
      <>
        <button onClick={less}>Colleague</button>
        <ChangeBookingDialog reservation={reservation} onDone={done} onClose={done} />
      </>
    )
  }
  renderInFrame(<Live />)
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Passengers' }))
  const adults = () => within(dialog).getByLabelText('Adult')
  fireEvent.change(adults(), { target: { value: '3' } })
  const apply = within(dialog).getByRole('button', { name: 'Apply change' })
  await waitFor(() => expect(apply).toBeEnabled())
  fireEvent.click(screen.getByText('Colleague'))
  expect(adults()).toHaveValue(1)
  expect(within(dialog).getByRole('alert')).toHaveTextContent('was changed in the meantime')
  await waitFor(() => expect(apply).toBeDisabled())
  fireEvent.change(adults(), { target: { value: '2' } })
  await waitFor(() => expect(sent(calls)).toMatchObject({ passengers: [adult, adult], simulate: true }))
})

const JOURNEY = {
  id: '4',
  calls: ['1', '2', '3'].map((station_id, index) => ({
    seq: index + 1,
    station_id,
    pickup_type: index === 2 ? 'none' : 'regular',
    drop_off_type: index === 0 ? 'none' : 'regular',
    planned_arrive: `2030-05-20T0${5 + index}:00:00Z`,
    planned_depart: `2030-05-20T0${5 + index}:05:00Z`,
  })),
}

it('change of stops offers stops of the same departure, and keeps the choice when it is refused', async () => {
  signedIn({ role: 'manager' })
  const refusal = { code: 'sold_out', detail: 'Full.' }
  const { calls } = script({
    'POST /reservations/9/amend/': ({ body }) =>
      String(body).includes('simulate') ? answer({ ...BOOKED, message: null }) : answer(refusal, 409),
  })
  const provider = testDataProvider({
    getOne: (() => Promise.resolve({ data: JOURNEY })) as never,
    getMany: () => Promise.resolve({ data: [] }),
  })
  renderInFrame(
    <DataProviderContext value={provider}>
      <ChangeBookingDialog reservation={{ ...BOOKED, legs: [LEG] }} onDone={done} onClose={done} />
    </DataProviderContext>,
  )
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stops' }))
  fireEvent.mouseDown(await within(dialog).findByRole('combobox', { name: 'Gets off at' }))
  const options = within(await screen.findByRole('listbox')).getAllByRole('option')
  expect(options).toHaveLength(2)
  fireEvent.click(options[1] as HTMLElement)
  fireEvent.change(within(dialog).getByLabelText('Note (optional)'), { target: { value: 'To the harbour' } })
  const apply = within(dialog).getByRole('button', { name: 'Apply change' })
  await waitFor(() => expect(apply).toBeEnabled())
  expect(within(dialog).getByText('No email is sent to the customer.')).toBeInTheDocument()
  fireEvent.click(apply)
  await within(dialog).findByText(/^Full/)
  // A refused change is followed by another dry run, so the change need not be the last call.
  const changes = calls.filter(({ body }) => String(body).includes('reason'))
  expect(changes.map((change) => sent([change]))).toMatchObject([
    { legs: [{ ...LEG, alight_seq: 3 }], reason: 'To the harbour' },
  ])
  expect(within(dialog).getByLabelText('Note (optional)')).toHaveValue('To the harbour')
})

it.each([
  ['refunds the amount above the fee', { cancellation_fee_minor: 2000 }, 'Cancel booking and refund €60.00'],
  ['charges an unpaid fee', { cancellation_fee_minor: 2000, paid_minor: 0 }, 'Cancel booking and charge €20.00'],
  ['mentions no amount when nothing was paid', { cancellation_fee_minor: 0, paid_minor: 0 }, 'Cancel booking'],
])('cancellation has a button that %s', async (_, outcome, name) => {
  signedIn({ role: 'agent' })
  const { calls } = script({
    'POST /reservations/9/cancel/': () => answer({ ...BOOKED, status: 'cancelled', message: MESSAGE, ...outcome }),
    'GET /reservations/9/payments/': () => answer({ balance_minor: 0, refundable_minor: 0, refund_ways: [] }),
  })
  renderInFrame(<CancelDialog reservation={BOOKED} onDone={done} onClose={done} />)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('button', { name: 'Keep booking' })).toBeEnabled()
  expect(within(dialog).getByRole('radiogroup', { name: 'Reason' })).toBeRequired()
  expect(within(dialog).queryByRole('checkbox', { name: 'Waive the fee' })).toBeNull()
  const cancel = await within(dialog).findByRole('button', { name })
  fireEvent.click(cancel)
  expect(await within(dialog).findByText('Choose a reason.')).toBeInTheDocument()
  expect(sent(calls)).toMatchObject({ simulate: true })
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Other' }))
  fireEvent.click(cancel)
  expect(await within(dialog).findByLabelText(/^Reason in your words/)).toBeInvalid()
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Weather' }))
  fireEvent.click(cancel)
  await waitFor(() => expect(sent(calls)).toEqual({ cause: 'weather', waive_fee: false, notify_customer: true }))
  // The amount due is read before the refund.
  const asked = () => calls.filter(({ path }) => path === '/reservations/9/payments/')
  await waitFor(() => expect(asked()).toHaveLength(name.includes('refund') ? 1 : 0))
})

it('cancelled booking shows its fee with the reason', async () => {
  signedIn({ role: 'manager' })
  const fees = [{ leg: LEG, hours_before: 24, percent_bp: null, base_minor: 8000, fee_minor: 1500 }]
  const price_change = { ...PRICE_CHANGE, units: [], fees, after_minor: 1500, discount_lost_minor: 0, ceiling_minor: 0 }
  const cancelled = { ...BOOKED, status: 'cancelled', cancellation_fee_minor: 1500, price_change }
  script({ 'POST /reservations/9/cancel/': () => answer(cancelled) })
  renderInFrame(<CancelDialog reservation={BOOKED} onDone={done} onClose={done} />)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Remains charged')
  expect(explained(dialog)).toEqual([
    ['Price now', '€80.00'],
    ['Cancellation feeLess than 24 h before departure', '€15.00'],
    ['Remains charged', '€15.00'],
  ])
})

it('removal of a passenger shows the resulting price', async () => {
  signedIn({ role: 'manager' })
  const { calls } = script({
    'POST /reservations/9/cancel-passengers/': () =>
      answer({ ...BOOKED, price_lines: [line('LINE', 4000), line('cancellation_fee', 4000, 'cancellation_fee')] }),
  })
  renderInFrame(<CancelDialog reservation={BOOKED} positions={[2]} onDone={done} onClose={done} />)
  await screen.findByText('The price stays at €80.00.')
  fireEvent.click(screen.getByRole('radio', { name: 'Illness' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel passenger' }))
  await waitFor(() => expect(sent(calls)).toMatchObject({ positions: [2], cause: 'illness' }))
})

it('change of the distance of a hire applies the price that was shown', async () => {
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
  const save = within(dialog).getByRole('button', { name: 'Apply change' })
  fireEvent.change(within(dialog).getByLabelText('Distance (km)'), { target: { value: '500' } })
  fireEvent.change(within(dialog).getByLabelText('Note (optional)'), { target: { value: 'Further' } })
  expect(save).toBeDisabled()
  await within(dialog).findByText('€400.00 more than now.')
  const cells = within(dialog).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['100 km', '500 km', '€200.00', '€600.00'])
  fireEvent.click(save)
  await waitFor(() => expect(sent(calls)).toMatchObject({ hire: { ...HIRE, distance_km: 500 }, reason: 'Further' }))
})

it('change of a hire asks a manager for the reason when its driver would exceed a limit', async () => {
  signedIn({ role: 'manager' })
  const errors = [{ pointer: '/driver_id', code: 'limit', detail: 'Ana Ruiz would drive 10 h.' }]
  const refusal = {
    code: 'override_required',
    status: 409,
    title: 'x',
    type: 'about:blank',
    detail: 'Too long.',
    errors,
  }
  const { calls } = script({
    'POST /reservations/9/change-hire/': ({ body }) =>
      String(body).includes('override_reason') ? answer({ ...BOOKED, total_minor: 60_000 }) : answer(refusal, 409),
  })
  renderInFrame(<ChangeHireDialog reservation={{ ...BOOKED, hire: HIRE }} hire={HIRE} onDone={done} onClose={done} />)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText(WHY)).toBeNull()
  fireEvent.change(within(dialog).getByLabelText('Distance (km)'), { target: { value: '500' } })
  fireEvent.change(await within(dialog).findByLabelText(WHY), { target: { value: 'Colleague is ill' } })
  const save = within(dialog).getByRole('button', { name: 'Apply change' })
  await waitFor(() => expect(save).toBeEnabled())
  fireEvent.click(save)
  await waitFor(() => expect(String(calls.at(-1)?.body)).not.toContain('"simulate":true'))
  expect(sent(calls)).toMatchObject({ hire: { distance_km: 500 }, override_reason: 'Colleague is ill' })
})

it.each([
  ['offers a confirmation to a manager', 'manager', 1],
  ['offers no confirmation to an agent', 'agent', 0],
] as const)('change of a hire into the past %s', async (_, role, offered) => {
  signedIn({ role })
  const refusal = {
    code: 'confirmation_required',
    status: 409,
    title: 'x',
    type: 'about:blank',
    detail: 'This hire starts in the past.',
    errors: [{ pointer: '/hire/starts_at', code: 'unlikely', detail: 'This hire starts in the past.' }],
  }
  const { calls } = script({
    'POST /reservations/9/change-hire/': ({ body }) =>
      String(body).includes('accept_warnings') ? answer({ ...BOOKED, total_minor: 60_000 }) : answer(refusal, 409),
  })
  renderInFrame(<ChangeHireDialog reservation={{ ...BOOKED, hire: HIRE }} hire={HIRE} onDone={done} onClose={done} />)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Distance (km)'), { target: { value: '500' } })
  await within(dialog).findByRole('alert')
  const confirmations = within(dialog).queryAllByRole('checkbox', { name: /start in the past/ })
  expect(confirmations).toHaveLength(offered)
  for (const confirmation of confirmations) {
    fireEvent.click(confirmation)
    const save = within(dialog).getByRole('button', { name: 'Apply change' })
    await waitFor(() => expect(save).toBeEnabled())
    fireEvent.click(save)
    await waitFor(() => expect(String(calls.at(-1)?.body)).not.toContain('"simulate":true'))
    expect(sent(calls)).toMatchObject({ hire: { distance_km: 500 }, accept_warnings: true })
  }
})

it('change of a hire shows on its end that it exceeds the longest hire', async () => {
  signedIn({ role: 'manager' })
  script({})
  const field = (ends: string) => <HireEndBox starts="2030-05-01T10:00" ends={ends} zone="Asia/Nicosia" onEnds={done} />
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
  'change of a hire that is refused as %s names the conflict of the vehicle, not seats or jobs',
  async (code, field, shown) => {
    await words.changeLocale('de')
    const refusal = { code, detail: 'Refused.', errors: [{ pointer: `/hire/${field}`, code, detail: 'Refused.' }] }
    renderInFrame(<Refused refusal={toHttpError(409, refusal, '')} />)
    expect(screen.getByRole('alert')).toHaveTextContent(shown)
  },
)
