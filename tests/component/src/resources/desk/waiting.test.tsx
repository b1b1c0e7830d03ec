import '../../../../support/console/media'
import { NEW_SALE } from '../../../../support/console/desk'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { Journey } from '../../../../../contract/entities/journey'
import { WaitingCard } from '../../../../../src/resources/journeys/waiting/WaitingCard'
import { SeatDesk } from '../../../../../src/resources/reservations/desk/SeatDesk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script, type Call } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const STATIONS = [
  { id: '10', code: 'LCA', name: { en: 'Larnaca' }, timezone: 'UTC' },
  { id: '11', code: 'PFO', name: { en: 'Paphos' }, timezone: 'UTC' },
]
const provider = testDataProvider({
  getList: () => Promise.resolve({ data: [], total: 0 }),
  getMany: ((_: string, { ids }: { ids: string[] }) =>
    Promise.resolve({ data: STATIONS.filter(({ id }) => ids.includes(id)) })) as never,
})
const show = (part: ReactNode, at?: string) => {
  signedIn({ role: 'agent' })
  renderInFrame(<DataProviderContext value={provider}>{part}</DataProviderContext>, at)
}

const departure = (journey_id: string, hour: string, seats_left: number) => ({
  journey_id,
  journey_code: `J${journey_id}`,
  route_id: '1',
  route_name: { en: 'Coast' },
  board_seq: 1,
  alight_seq: 2,
  board_station_id: '10',
  board_name: { en: 'Larnaca' },
  board_timezone: 'UTC',
  alight_station_id: '11',
  alight_name: { en: 'Paphos' },
  alight_timezone: 'UTC',
  departs_at: `2030-05-20T${hour}:30:00Z`,
  arrives_at: `2030-05-20T${hour}:55:00Z`,
  delay_min: 0,
  sales_status: 'open',
  seats_left,
  seats_needed: 1,
  refusal: null,
  full_between: seats_left > 0 ? null : { from: { en: 'Larnaca' }, to: { en: 'Paphos' } },
  total_minor: 1000,
  currency: 'EUR',
})
const bodyOf = (call: Call | undefined): unknown => JSON.parse(String(call?.body))
const problem = (status: number, code: string, errors: object[] = []) =>
  answer({ status, code, title: code, detail: code, errors }, status)

it('waiting list takes the party of a full departure, and shows what happens next', async () => {
  const answers = [
    problem(422, 'validation', [{ pointer: '/lead_phone', code: 'invalid', detail: 'Give the country code.' }]),
    answer({ id: '1' }, 201),
  ]
  const { calls } = script({
    'GET /departures/': () => answer([departure('5', '08', 0), departure('6', '12', 4)]),
    'POST /journeys/5/waiting-list/': () => answers.shift() ?? answer({}, 500),
  })
  show(<SeatDesk start={NEW_SALE} onAnother={() => undefined} />, '/?date=2030-05-20&origin=10&destination=11')
  fireEvent.change(screen.getByRole('combobox', { name: 'Lead passenger' }), { target: { value: 'Ana Ruiz' } })
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '1. Needs' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Wheelchair' }))
  fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' })
  fireEvent.click(await screen.findByRole('button', { name: 'Waiting list, 08:30', hidden: true }))
  expect(screen.queryByRole('button', { name: 'Waiting list, 12:30', hidden: true })).toBeNull()

  const dialog = await screen.findByRole('dialog', { name: 'Waiting list' })
  expect(dialog).toHaveTextContent('we hold them for 15 min')
  const phone = within(dialog).getByRole('textbox', { name: 'Phone' })
  fireEvent.change(phone, { target: { value: '99 123' } })
  const join = within(dialog).getByRole('button', { name: 'Add to list' })
  fireEvent.click(join)
  await waitFor(() => expect(phone).toHaveAccessibleDescription('Give the country code.'))
  fireEvent.change(phone, { target: { value: '+357 99 123456' } })
  fireEvent.click(join)
  expect(await screen.findByText('On the list')).toBeVisible()
  const joins = calls.filter(({ method }) => method === 'POST')
  expect(bodyOf(joins[1])).toEqual({
    board_seq: 1,
    alight_seq: 2,
    passengers: [{ category: 'adult', name: 'Ana Ruiz', needs: ['wheelchair'] }],
    lead_name: 'Ana Ruiz',
    lead_phone: '+35799123456',
    lead_email: null,
    locale: 'en',
    customer_id: null,
  })
})

it('waiting list shows why a party cannot wait when the refused field has no box', async () => {
  const detail = 'These passengers need 3 seats, and the vehicle of this departure has 2. Choose another departure.'
  const unknown = 'This record does not exist. Choose one from the list.'
  script({
    'GET /departures/': () => answer([departure('5', '08', 0)]),
    'POST /journeys/5/waiting-list/': () =>
      problem(422, 'validation', [
        { pointer: '/passengers', code: 'exceeds_vehicle', detail },
        { pointer: '/customer_id', code: 'unknown_reference', detail: unknown },
      ]),
  })
  show(<SeatDesk start={NEW_SALE} onAnother={() => undefined} />, '/?date=2030-05-20&origin=10&destination=11')
  fireEvent.click(await screen.findByRole('button', { name: 'Waiting list, 08:30' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getAllByRole('textbox')[0] as HTMLElement, { target: { value: 'Ana Ruiz' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add to list' }))
  expect(await within(dialog).findByText(detail)).toBeVisible()
  expect(within(dialog).getByText(unknown)).toBeVisible()
})

it('waiting list reads the departures again when seats have become available', async () => {
  let left = 0
  script({
    'GET /departures/': () => answer([departure('5', '08', left)]),
    'POST /journeys/5/waiting-list/': () => {
      left = 3
      return problem(409, 'invalid_state')
    },
  })
  show(<SeatDesk start={NEW_SALE} onAnother={() => undefined} />, '/?date=2030-05-20&origin=10&destination=11')
  fireEvent.click(await screen.findByRole('button', { name: 'Waiting list, 08:30' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getAllByRole('textbox')[0] as HTMLElement, { target: { value: 'Ana Ruiz' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add to list' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Enough seats are free now')
  await waitFor(() => expect(screen.getByRole('radio', { hidden: true })).toBeEnabled())
})

it('waiting list shows on the journey who waits and what they need, and removes them', async () => {
  const needs = { '1': [['wheelchair'], ['wheelchair', 'assistance'], ['child_seat'], []] } as Record<
    string,
    string[][]
  >
  const entry = (id: string, lead_name: string, state: string) => ({
    id,
    version: 1,
    created_at: '2030-05-19T08:00:00Z',
    journey_id: '5',
    board_seq: 1,
    alight_seq: 2,
    passengers: (needs[id] ?? [[]]).map((some) => ({ category: 'adult', name: null, needs: some })),
    seats: 2,
    lead_name,
    lead_phone: '+35799123456',
    lead_email: null,
    locale: 'en',
    customer_id: null,
    state,
    skip_reason: state === 'waiting' ? 'no_space' : null,
    reservation_id: null,
  })
  let state = 'waiting'
  script({
    'GET /journeys/5/waiting-list/': () =>
      answer([entry('1', 'Ana Ruiz', state), entry('2', 'Eleni', 'lapsed'), entry('3', 'Nikos', 'expired')]),
    'POST /waiting-list/1/withdraw/': () => {
      state = 'withdrawn'
      return answer(entry('1', 'Ana Ruiz', state))
    },
  })
  const calls = [
    { seq: 1, station_id: '10' },
    { seq: 2, station_id: '11' },
  ]
  show(<WaitingCard journey={{ id: '5', calls } as unknown as Journey} />)
  const [ana, eleni, nikos] = await screen.findAllByRole('listitem')
  expect(ana).toHaveTextContent('Waiting')
  expect(ana).toHaveTextContent('Seats are free, but not the wheelchair place')
  for (const need of ['2 × Wheelchair', 'Assistance', 'Child seat']) expect(ana).toHaveTextContent(need)
  expect(eleni).toHaveTextContent('Not accepted')
  expect(eleni).not.toHaveTextContent(/Wheelchair|Assistance|Child seat/)
  expect(nikos).toHaveTextContent('Expired')
  expect(within(nikos as HTMLElement).queryByRole('button')).toBeNull()
  expect(within(eleni as HTMLElement).queryByRole('button')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove from list, Ana Ruiz' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove from list' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Withdrawn'))
  expect(screen.queryByRole('button', { name: /Remove from/ })).toBeNull()
})
