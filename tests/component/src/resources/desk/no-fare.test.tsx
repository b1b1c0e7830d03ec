import '../../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../../../contract/core/vocabulary'
import { HireDesk } from '../../../../../src/resources/reservations/desk/HireDesk'
import { SeatDesk } from '../../../../../src/resources/reservations/desk/SeatDesk'
import { NO_TRIPS } from '../../../../../src/resources/reservations/desk/trip'
import { DEPARTURE, NEW_SALE, reservationOf } from '../../../../support/console/desk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script, type Call } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const provider = testDataProvider({
  getList: () => Promise.resolve({ data: [], total: 0 }),
  getMany: () => Promise.resolve({ data: [] }),
})
const NO_FARE = {
  status: 422,
  code: 'no_fare',
  title: 'No fare',
  detail: 'No fare applies to part of this trip.',
  errors: [{ pointer: '/legs/0', code: 'no_fare', detail: 'No fare for adult passengers.' }],
}
const bodyOf = (call: Call | undefined) =>
  JSON.parse(String(call?.body)) as { price_override: { total_minor: number } | null; quoted_price_hash?: string }
/** Answers like the server: accepts a manual price and refuses a sale without one. */
const pricedByHand = (sold: (total: number) => Response) => (call: Call) => {
  const total = bodyOf(call).price_override?.total_minor
  return total === undefined ? answer(NO_FARE, 422) : sold(total)
}

async function setPrice(amount: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Override price' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^New price/), { target: { value: amount } })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Agreed' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
}

describe('a departure without a fare', () => {
  const show = (role: Role) => {
    const scripted = script({
      'GET /departures/': () => answer([{ ...DEPARTURE, sales_status: 'on_sale', total_minor: null }]),
      'POST /reservations/': pricedByHand((total_minor) =>
        answer(reservationOf({ total_minor, hold_expires_at: '2099-01-01T00:00:00Z' }), 201),
      ),
    })
    signedIn({ role })
    renderInFrame(
      <DataProviderContext value={provider}>
        <SeatDesk start={NEW_SALE} onAnother={() => undefined} />
      </DataProviderContext>,
      '/?date=2030-05-20&origin=10&destination=11',
    )
    return scripted
  }

  it('is held at a manual price of a manager', async () => {
    const { calls } = show('manager')
    fireEvent.click(await screen.findByRole('radio'))
    expect(await screen.findByText(/^No fare applies/)).toBeInTheDocument()
    await setPrice('25.00')
    expect(await screen.findByRole('timer')).toBeInTheDocument()
    expect(bodyOf(calls.findLast(({ method }) => method === 'POST')).price_override).toEqual({
      total_minor: 2500,
      reason: 'Agreed',
    })
  })

  it('is refused to an agent', async () => {
    show('agent')
    fireEvent.click(await screen.findByRole('radio'))
    expect(await screen.findByText(/^No fare applies/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Override price' })).not.toBeInTheDocument()
  })
})

describe('a hire without a tariff', () => {
  const place = { stationId: null, address: '12 Ledra Street' }
  const resumed = {
    sale: {
      kind: 'private_hire' as const,
      caller: { customerId: null, name: 'Ana Ruiz', phone: '', email: '', locale: 'en' as const },
      draft: {
        pickup: place,
        via: [],
        dropoff: place,
        starts: '2030-05-20T08:30',
        ends: '2030-05-20T12:30',
        passengers: 4,
        luggage: 0,
        distanceKm: '',
        vehicleTypeId: '0192f000-0000-7000-8000-000000000009',
      },
      override: null,
    },
    hold: null,
    trips: NO_TRIPS,
  }
  const show = (role: Role) => {
    const scripted = script({
      'GET /company/': () => answer({ currency: 'EUR', country: 'CY' }),
      'POST /quotes/': pricedByHand((total_minor) =>
        answer({ currency: 'EUR', total_minor, lines: [], price_hash: `h${total_minor}` }),
      ),
      'POST /reservations/': pricedByHand((total_minor) =>
        answer(reservationOf({ kind: 'private_hire', total_minor }), 201),
      ),
    })
    signedIn({ role })
    renderInFrame(
      <DataProviderContext value={provider}>
        <HireDesk start={{ ...NEW_SALE, resumed }} onAnother={() => undefined} />
      </DataProviderContext>,
    )
    return scripted
  }

  it('is requested at a manual price of a manager', async () => {
    const { calls } = show('manager')
    expect(await screen.findByText(/^No fare applies/)).toBeInTheDocument()
    await setPrice('250.00')
    expect(await screen.findByText(/250\.00/)).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Send request' }))
    await waitFor(() => {
      const sent = bodyOf(calls.find(({ path }) => path === '/reservations/'))
      expect(sent).toMatchObject({ price_override: { total_minor: 25_000 }, quoted_price_hash: 'h25000' })
    })
  })

  it('is refused to an agent', async () => {
    show('agent')
    expect(await screen.findByText(/^No fare applies/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Override price' })).not.toBeInTheDocument()
  })
})
