import '../../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider, useGetOne } from 'react-admin'
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

/** Creates a reservation that paid €72.00 for outbound and return. */
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

it('cancel wizard keeps the other direction of a party, unless both are to be cancelled', async () => {
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

it('cancel wizard offers to cancel both directions of a moved party that travels both', async () => {
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

/** Renders the wizard with the journey from the data provider, as on its page. */
function Wizard() {
  const { data } = useGetOne<Journey>('journeys', { id: '4' })
  return data ? <CancelWizard journey={data} onClose={vi.fn()} /> : null
}

/** Opens the wizard, types a reason and proceeds to the last step. @param read returns the current departure */
async function lastStep(read: () => Journey): Promise<HTMLElement> {
  const provider = testDataProvider({
    getList: () => Promise.resolve({ data: [], total: 0 }),
    getOne: (() => Promise.resolve({ data: read() })) as never,
  })
  renderInFrame(
    <DataProviderContext value={provider}>
      <Wizard />
    </DataProviderContext>,
  )
  const dialog = await screen.findByRole('dialog')
  const next = within(dialog).getByRole('button', { name: 'Next' })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Landslide' } })
  for (const _ of ['passengers', 'messages']) {
    await waitFor(() => expect(next).toBeEnabled())
    fireEvent.click(next)
  }
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel departure' })).toBeEnabled())
  return dialog
}

const refusal = (code: string, status: number) =>
  answer({ code, status, title: 'x', detail: 'You changed version 3.', type: 'about:blank' }, status)
const isDryRun = (body: unknown) => String(body).includes('"simulate":true')
const fits = (outcome: PartyOutcome['outcome'] = 'cancelled') =>
  answer({ journey: JOURNEY, parties: [party(outcome, 7200)] })

it('cancel wizard shows what happened, what stays and what to do when another user changed the departure, and then cancels it', async () => {
  signedIn({ role: 'manager' })
  let version = 3
  const { calls } = script({
    'POST /journeys/4/cancel/': ({ body, headers }) => {
      if (isDryRun(body)) return fits()
      if (version === 3) version = 4
      return headers.get('if-match')?.includes('4') ? fits() : refusal('version_mismatch', 412)
    },
  })
  const dialog = await lastStep(() => ({ ...JOURNEY, version }))
  const confirm = within(dialog).getByRole('button', { name: 'Cancel departure' })
  fireEvent.click(confirm)
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Someone else changed this departure in the meantime. Nothing has been cancelled, and your reason and choices are kept. Check the steps again, then cancel the departure.',
  )
  await waitFor(() => expect(confirm).toBeEnabled())
  fireEvent.click(confirm)
  await within(dialog).findByText('LCA-1 is cancelled')
  expect(JSON.parse(String(calls.at(-1)?.body))).toMatchObject({ reason: 'Landslide' })
})

it('cancel wizard shows that the departure is already cancelled, and offers only to close', async () => {
  signedIn({ role: 'manager' })
  let now = { ...JOURNEY, service_status: 'scheduled' } as Journey
  script({
    'POST /journeys/4/cancel/': ({ body }) => {
      if (now.version === 3 && isDryRun(body)) return fits()
      if (now.version === 3) {
        now = { ...now, version: 4, service_status: 'cancelled' }
        return refusal('version_mismatch', 412)
      }
      return refusal('invalid_state', 409)
    },
  })
  const dialog = await lastStep(() => now)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel departure' }))
  expect(await within(dialog).findByText(/can no longer be cancelled.*in the meantime: Cancelled\./)).toBeVisible()
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Close'])
})

it('cancel wizard leads to the bookings that no longer fit when they have changed', async () => {
  signedIn({ role: 'manager' })
  let isFull = false
  script({
    'POST /journeys/4/cancel/': ({ body }) => {
      if (isDryRun(body)) return fits(isFull ? 'failed' : 'cancelled')
      isFull = true
      return refusal('still_referenced', 409)
    },
  })
  const dialog = await lastStep(() => JOURNEY)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel departure' }))
  expect(await within(dialog).findByText(/The bookings changed in the meantime/)).toBeVisible()
  expect(await within(dialog).findByText('1 booking doesn’t fit. Choose what happens to it.')).toBeVisible()
})

it('cancel wizard drops the choice for a booking that left the departure in the meantime, and then cancels it', async () => {
  signedIn({ role: 'manager' })
  const errors = [{ pointer: '/parties/0/reservation_id', code: 'unknown_reference', detail: 'Not on this departure.' }]
  let hasLeft = false
  const { calls } = script({
    'POST /journeys/4/cancel/': ({ body }) => {
      if (!isDryRun(body)) hasLeft = true
      return hasLeft && String(body).includes('"reservation_id"')
        ? answer({ code: 'validation', status: 422, title: 'x', detail: 'x', type: 'about:blank', errors }, 422)
        : answer({ journey: JOURNEY, parties: hasLeft ? [] : [party('cancelled', 7200)] })
    },
  })
  const dialog = await lastStep(() => JOURNEY)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Back' }))
  fireEvent.mouseDown(await within(dialog).findByRole('combobox', { name: /Manually/ }))
  fireEvent.click(await screen.findByRole('option', { name: /^Cancel and refund/ }))
  await waitFor(() => expect(String(calls.at(-1)?.body)).toContain('"reservation_id"'))
  const confirm = async () => {
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Next' })).toBeEnabled())
    fireEvent.click(within(dialog).getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel departure' })).toBeEnabled())
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel departure' }))
  }
  await confirm()
  expect(await within(dialog).findByText(/The bookings changed in the meantime/)).toBeVisible()
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Cancel departure' }))
  await within(dialog).findByText('LCA-1 is cancelled')
  expect(JSON.parse(String(calls.at(-1)?.body))).toMatchObject({ parties: [] })
})

it('cancel wizard shows unpaid bookings as unpaid, not as refunded', async () => {
  signedIn({ role: 'manager' })
  const held = (outcome: PartyOutcome['outcome'], reservation_id: string) => ({
    ...party(outcome, 7200),
    reservation_id,
    reservation: { ...party(outcome, 7200).reservation, paid_minor: 0, status: 'on_hold' },
  })
  script({
    'POST /journeys/4/cancel/': () =>
      answer({ journey: JOURNEY, parties: [held('cancelled', '1'), held('direction_cancelled', '2')] }),
  })
  const dialog = await lastStep(() => JOURNEY)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Back' }))
  expect(await within(dialog).findByText('Cancelled, nothing was paid')).toBeVisible()
  expect(within(dialog).getByText('Direction cancelled, nothing was paid')).toBeVisible()
})
