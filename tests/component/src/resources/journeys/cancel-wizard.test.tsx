import '../../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { Journey } from '../../../../../contract/entities/journey'
import type { PartyOutcome } from '../../../../../contract/operations/journeys'
import CancelWizard from '../../../../../src/resources/journeys/cancel/CancelWizard'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const JOURNEY = {
  id: '4',
  code: 'LCA-1',
  version: 3,
  route_id: '2',
  departs_at: '2030-05-20T05:30:00Z',
  timezone: 'Asia/Nicosia',
} as Journey

/** A party that paid €72.00 to go there and back. */
const party = (outcome: PartyOutcome['outcome'], total_minor: number) => ({
  reservation_id: '9',
  reference: 'ABC234',
  lead_name: 'Ana Ruiz',
  seats: 1,
  outcome,
  to_journey_id: null,
  detail: null,
  reservation: { currency: 'EUR', locale: 'en', paid_minor: 7200, total_minor },
})

it('leaves a party its other direction, unless both are to be cancelled', async () => {
  signedIn({ role: 'manager' })
  const { calls } = script({
    'POST /journeys/4/cancel/': ({ body }) => {
      const isBoth = String(body).includes('cancel_all')
      return answer({
        journey: JOURNEY,
        parties: [isBoth ? party('cancelled', 7200) : party('direction_cancelled', 3600)],
      })
    },
  })
  const provider = testDataProvider({ getList: () => Promise.resolve({ data: [], total: 0 }) })
  renderInFrame(
    <DataProviderContext value={provider}>
      <CancelWizard journey={JOURNEY} onClose={vi.fn()} />
    </DataProviderContext>,
  )
  const dialog = await screen.findByRole('dialog')
  const next = within(dialog).getByRole('button', { name: 'Next' })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Landslide' } })
  await waitFor(() => expect(next).toBeEnabled())
  fireEvent.click(next)
  expect(await within(dialog).findByText('Direction cancelled, its price refunded')).toBeVisible()
  await waitFor(() => expect(next).toBeEnabled())
  fireEvent.click(next)
  expect(await within(dialog).findByText(/€36.00/)).toBeVisible()
  expect(within(dialog).getByText(/The other direction of your booking stays valid/)).toBeVisible()

  fireEvent.click(within(dialog).getByRole('button', { name: 'Back' }))
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: /Manually/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Cancel and refund both directions' }))
  expect(await within(dialog).findByText('Cancelled, full refund')).toBeVisible()
  await waitFor(() => expect(next).toBeEnabled())
  fireEvent.click(next)
  expect(await within(dialog).findByText(/€72.00/)).toBeVisible()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel departure' }))
  await within(dialog).findByText('LCA-1 is cancelled')
  const sent = JSON.parse(String(calls.at(-1)?.body)) as unknown
  expect(sent).toMatchObject({ reason: 'Landslide', parties: [{ reservation_id: '9', action: 'cancel_all' }] })
  expect(sent).not.toHaveProperty('simulate')
})

it('offers to cancel both directions of a party that is moved, where it travels both', async () => {
  signedIn({ role: 'manager' })
  const legs = [{ direction: 'outbound' }, { direction: 'return' }]
  const moved = (reservation_id: string, more: object) => ({
    ...party('moved', 7200),
    reservation_id,
    lead_name: `Party ${reservation_id}`,
    reservation: { ...party('moved', 7200).reservation, legs, way_back: null, ...more },
  })
  script({
    'POST /journeys/4/cancel/': () =>
      answer({
        journey: JOURNEY,
        parties: [moved('1', {}), moved('2', { legs: legs.slice(0, 1) }), moved('3', { way_back: 'begun' })],
      }),
  })
  const provider = testDataProvider({ getList: () => Promise.resolve({ data: [], total: 0 }) })
  renderInFrame(
    <DataProviderContext value={provider}>
      <CancelWizard journey={JOURNEY} onClose={vi.fn()} />
    </DataProviderContext>,
  )
  const dialog = await screen.findByRole('dialog')
  const next = within(dialog).getByRole('button', { name: 'Next' })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Landslide' } })
  await waitFor(() => expect(next).toBeEnabled())
  fireEvent.click(next)
  const offered: boolean[] = []
  for (const box of await within(dialog).findAllByRole('combobox', { name: /Manually/ })) {
    fireEvent.mouseDown(box)
    const list = await screen.findByRole('listbox')
    offered.push(within(list).queryByText('Cancel and refund both directions') !== null)
    fireEvent.keyDown(list, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  }
  expect(offered).toEqual([true, false, false])
})
