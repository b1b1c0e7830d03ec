import '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PartnerDeparture } from '../../../../contract/partner/journeys'
import type { PartnerTripDetail } from '../../../../contract/partner/trips'
import type { Partner } from '../../../../src/providers/auth/partnerSession'
import { ChangeDialog } from '../../../../src/partner/trips/ChangeDialog'
import { renderInFrame } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const AIRPORT = { id: '10', name: { en: 'Airport' }, timezone: 'Asia/Nicosia', latitude: null, longitude: null }
const CITY = { ...AIRPORT, id: '11', name: { en: 'City' } }
const leg = (journey_id: string, direction: 'outbound' | 'return', day: string) => ({
  journey_id,
  board_seq: 1,
  alight_seq: 3,
  direction,
  origin: direction === 'outbound' ? AIRPORT : CITY,
  destination: direction === 'outbound' ? CITY : AIRPORT,
  departs_at: `${day}T08:00:00Z`,
  arrives_at: `${day}T09:00:00Z`,
})

it('change of one leg of a return keeps the direction of each leg', async () => {
  const legs = [leg('out', 'outbound', '2030-05-20'), leg('back', 'return', '2030-05-24')]
  const trip = { id: '9', version: 2, seats: 1, currency: 'EUR', gross_minor: 7200, legs, passengers: [] }
  const departure: Partial<PartnerDeparture> = {
    id: 'later',
    board_seq: 2,
    alight_seq: 4,
    origin: { ...AIRPORT, code: 'LCA' },
    destination: { ...CITY, code: 'NIC' },
    route: { id: '5', code: 'LINE', name: { en: 'Airport to city' }, service_kind: 'shuttle' },
    departs_at: '2030-05-20T12:00:00Z',
    arrives_at: '2030-05-20T13:00:00Z',
    seats_left: 4,
    price_from: { currency: 'EUR', amount_minor: 900 },
  }
  const { calls } = script({
    'GET /partner/journeys/': () => answer({ results: [departure], next: null, previous: null }),
    'POST /partner/trips/9/change/': () =>
      answer({ ...trip, difference_minor: 0, price_change: null, price_hash: 'hash' }),
  })
  renderInFrame(
    <ChangeDialog
      trip={trip as unknown as PartnerTripDetail}
      partner={{ id: '1' } as Partner}
      onDone={() => undefined}
      onClose={() => undefined}
    />,
  )
  fireEvent.click(await screen.findByRole('button', { name: /Airport to city/ }))
  const requested = await waitFor(() => {
    const call = calls.find(({ method }) => method === 'POST')
    return JSON.parse(String(call?.body)) as { legs: unknown }
  })
  expect(requested.legs).toEqual([
    { journey_id: 'later', board_seq: 2, alight_seq: 4, direction: 'outbound' },
    { journey_id: 'back', board_seq: 1, alight_seq: 3, direction: 'return' },
  ])
})
