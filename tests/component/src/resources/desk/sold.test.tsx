import '../../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import { SeatDesk } from '../../../../../src/resources/reservations/desk/SeatDesk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'
import { DEPARTURE, NEW_SALE, reservationOf } from '../../../../support/console/desk'

afterEach(() => vi.unstubAllGlobals())

it('confirmation shows stops, times, customer, price and balance, by the clock of each place', async () => {
  const night = {
    ...DEPARTURE,
    board_timezone: 'Europe/Lisbon',
    alight_timezone: 'Europe/Madrid',
    departs_at: '2030-05-20T21:30:00Z',
    arrives_at: '2030-05-20T23:15:00Z',
  }
  script({
    'GET /departures/': () => answer([night]),
    'POST /reservations/': () =>
      answer(
        reservationOf({
          status: 'pending',
          reference: 'K7QX2M',
          passengers: [
            { category: 'adult', name: 'Ana Ruiz', needs: [] },
            { category: 'child', name: null, needs: [] },
          ],
          passenger_statuses: ['reserved', 'reserved'],
          total_minor: 3150,
          paid_minor: 1000,
          payment_method: 'cash',
        }),
        201,
      ),
  })
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  signedIn({ role: 'agent' })
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
  fireEvent.click(await screen.findByRole('button', { name: 'Send request', hidden: true }))
  const panel = (await screen.findByText('K7QX2M')).closest<HTMLElement>('[role=status]')!
  const facts = within(panel)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['From', 'Larnaca'],
    ['To', 'Paphos'],
    ['Day', 'Monday 20 May'],
    ['Departure', '22:30'],
    ['Arrival', 'Tuesday 21 May at 01:15'],
    ['Passengers', 'Ana Ruiz, Child'],
    ['Total', '€31.50'],
    ['Still to pay', '€21.50 · Cash'],
  ])
})
