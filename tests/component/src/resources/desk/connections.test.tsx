import '../../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import { SeatDesk } from '../../../../../src/resources/reservations/desk/SeatDesk'
import { DEPARTURE, NEW_SALE, reservationOf } from '../../../../support/console/desk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script, type Call } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const leg = (journey_id: string, from: string, to: string, hour: string) => ({
  ...DEPARTURE,
  journey_id,
  sales_status: 'open',
  route_name: { en: `${from} line` },
  board_name: { en: from },
  alight_name: { en: to },
  departs_at: `2030-05-20T${hour}:00:00Z`,
  arrives_at: `2030-05-20T${hour}:30:00Z`,
})
const CONNECTION = {
  legs: [leg('7', 'Larnaca', 'Limassol', '07'), leg('8', 'Limassol', 'Paphos', '08')],
  changes: [{ station_id: '12', name: { en: 'Limassol' }, minutes: 30 }],
  seats_left: 2,
  seats_needed: 1,
  total_minor: 1800,
  currency: 'EUR',
}
const provider = testDataProvider({
  getList: () => Promise.resolve({ data: [], total: 0 }),
  getMany: () => Promise.resolve({ data: [] }),
})

/** Opens the desk with direct departures that have this number of seats left. */
function openDesk(seatsLeft: number, connections: object[] = [CONNECTION]): Call[] {
  signedIn({ role: 'agent' })
  const { calls } = script({
    'GET /departures/': () => answer([{ ...DEPARTURE, sales_status: 'open', seats_left: seatsLeft }]),
    'GET /connections/': () => answer(connections),
    'POST /reservations/': () => answer(reservationOf({}), 201),
  })
  renderInFrame(
    <DataProviderContext value={provider}>
      <SeatDesk start={NEW_SALE} onAnother={() => undefined} />
    </DataProviderContext>,
    '/reservations/create?date=2030-05-20&origin=10&destination=11',
  )
  return calls
}

it('search includes trips with a change on request, and moves the focus to the first', async () => {
  const calls = openDesk(4)
  expect(await screen.findAllByRole('radio')).toHaveLength(1)
  expect(calls.filter(({ path }) => path.includes('/connections'))).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Search trips with a change' }))
  const trip = await screen.findByRole('radio', { name: /Limassol/ })
  expect(trip).toHaveTextContent('1 change: Limassol, 30 min')
  expect(trip).toHaveTextContent('Larnaca line + Limassol line')
  await waitFor(() => expect(trip).toHaveFocus())
  fireEvent.click(trip)
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')).toBeDefined())
  const made = calls.find(({ method }) => method === 'POST')
  expect(JSON.parse(String(made?.body))).toMatchObject({
    status: 'on_hold',
    legs: [
      { journey_id: '7', board_seq: 1, alight_seq: 2 },
      { journey_id: '8', board_seq: 1, alight_seq: 2 },
    ],
  })
})

it('search includes trips with a change by itself when nothing direct can be sold, and shows when there are none', async () => {
  openDesk(0)
  expect(await screen.findByRole('radio', { name: /1 change/ })).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Search trips with a change' })).toBeNull()
})

it('search on request shows that there are no trips with a change', async () => {
  openDesk(4, [])
  fireEvent.click(await screen.findByRole('button', { name: 'Search trips with a change' }))
  expect(await screen.findByText('No trips with a change on this day.')).toBeVisible()
})
