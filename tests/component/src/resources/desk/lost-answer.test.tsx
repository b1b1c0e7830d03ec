import '../../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SeatDesk } from '../../../../../src/resources/reservations/desk/SeatDesk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script, type Call } from '../../../../support/console/session'
import { DEPARTURE, NEW_SALE, reservationOf } from '../../../../support/console/desk'

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  signedIn({ role: 'agent' })
})

const UNKNOWN = () =>
  answer({ code: 'outcome_unknown', status: 503, detail: 'For programs.', request_id: '7', retryable: true }, 503)
const REFUSED = () => answer({ code: 'sold_out', status: 409, request_id: '7', retryable: false }, 409)
const UNKNOWN_TEXT = /couldn’t confirm whether this was saved/

/** Returns responses one after the other, and then the last one again. */
function inTurn(...responses: (() => Response)[]) {
  let at = 0
  return () => (responses[Math.min(at++, responses.length - 1)] ?? UNKNOWN)()
}

async function sell(departure: object, responses: Record<string, () => Response>) {
  const { calls } = script({ 'GET /departures/': () => answer([departure]), ...responses })
  const provider = testDataProvider({
    getList: () => Promise.resolve({ data: [], total: 0 }),
    getMany: () => Promise.resolve({ data: [] }),
  })
  renderInFrame(
    <DataProviderContext value={provider}>
      <SeatDesk start={NEW_SALE} onAnother={() => undefined} />
    </DataProviderContext>,
    '/?date=2030-05-20&origin=10&destination=11',
  )
  fireEvent.change(screen.getByRole('combobox', { name: 'Lead passenger' }), { target: { value: 'Ana Ruiz' } })
  fireEvent.click(await screen.findByRole('radio'))
  const keysOf = (path: string) =>
    calls
      .filter((call: Call) => call.method === 'POST' && call.path === path)
      .map(({ headers }) => headers.get('idempotency-key'))
  return { keysOf }
}

// A query by role would compute the names of all buttons.
const press = async (name: string) => fireEvent.click(await screen.findByText(name))

it('desk sends a request with the same key again when its outcome is unknown, and keeps what was typed', async () => {
  const { keysOf } = await sell(DEPARTURE, {
    'POST /reservations/': inTurn(UNKNOWN, () => answer(reservationOf({ status: 'pending' }), 201)),
  })
  await press('Send request')
  expect(await screen.findByText(UNKNOWN_TEXT)).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Lead passenger' })).toHaveValue('Ana Ruiz')
  await press('Send request')
  expect(await screen.findByText('ABC234')).toBeVisible()
  const [first, second] = keysOf('/reservations/')
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

it('desk sends a request with another key when it was refused', async () => {
  const { keysOf } = await sell(DEPARTURE, {
    'POST /reservations/': inTurn(REFUSED, () => answer(reservationOf({ status: 'pending' }), 201)),
  })
  await press('Send request')
  await screen.findByRole('alert')
  await press('Send request')
  expect(await screen.findByText('ABC234')).toBeVisible()
  const [first, second] = keysOf('/reservations/')
  expect(second).not.toBe(first)
})

it('desk confirms a hold with the same key again when the outcome is unknown', async () => {
  const hold = reservationOf({ hold_expires_at: '2100-01-01T00:00:00Z' })
  const path = `/reservations/${hold.id}/confirm/`
  const { keysOf } = await sell(
    { ...DEPARTURE, sales_status: 'open' },
    {
      'POST /reservations/': () => answer(hold, 201),
      [`POST /reservations/${hold.id}/revise/`]: () => answer(hold),
      [`POST ${path}`]: inTurn(UNKNOWN, () => answer(reservationOf({ status: 'confirmed', version: 2 }))),
    },
  )
  await screen.findByText('Release')
  await press('Confirm booking')
  expect(await screen.findByText(UNKNOWN_TEXT)).toBeVisible()
  await press('Confirm booking')
  expect(await screen.findByText('ABC234')).toBeVisible()
  const [first, second] = keysOf(path)
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})
