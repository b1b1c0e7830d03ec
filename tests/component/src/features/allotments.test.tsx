import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { Journey } from '../../../../contract/entities/journey'
import type { Role } from '../../../../contract/core/vocabulary'
import { Allotments, JourneyAllotments } from '../../../../src/features/allotments/Allotments'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const partner = (id: string, trading_name: string) => ({ id, code: trading_name, trading_name, status: 'active' })
const RECORDS: Record<string, ({ id: string } & Record<string, unknown>)[]> = {
  partners: [partner('1', 'Sunvia'), partner('2', 'Norte')],
  routes: [{ id: '5', code: 'COAST', name: { en: 'Coast' } }],
  journeys: [{ id: '9', code: 'COAST-0800', origin_name: { en: 'Larnaca' } }],
}
const allotment = (id: string, partner_id: string, on: object) => ({
  id,
  version: 3,
  partner_id,
  journey_id: null,
  route_id: null,
  weekday: null,
  seats: 4,
  release_hours_before: 24,
  ...on,
})
const ONCE = allotment('a', '1', { journey_id: '9' })
const WEEKLY = [allotment('b', '1', { route_id: '5', weekday: 1 }), allotment('c', '2', { route_id: '5', weekday: 1 })]
const MONDAY = { id: '9', route_id: '5', service_date: '2030-05-20' } as unknown as Journey

const getList = vi.fn((resource: string, { filter }: { filter: Record<string, unknown> }) => {
  const data = resource !== 'allotments' ? RECORDS[resource] : filter['journey_id'] ? [ONCE] : WEEKLY
  return Promise.resolve({ data: data ?? [], total: data?.length ?? 0 })
})

function show(part: ReactNode, role: Role = 'admin') {
  signedIn({ role })
  const provider = testDataProvider({
    getList: getList as never,
    getMany: ((resource: string, { ids }: { ids: string[] }) =>
      Promise.resolve({ data: (RECORDS[resource] ?? []).filter(({ id }) => ids.includes(id)) })) as never,
  })
  renderInFrame(<DataProviderContext value={provider}>{part}</DataProviderContext>)
}

it('allotments show what applies to a departure, and add seats there for a partner', async () => {
  const { calls } = script({ 'POST /allotments/': () => answer({ id: 'd' }, 201) })
  show(<JourneyAllotments journey={MONDAY} />)
  const rows = await screen.findAllByRole('listitem')
  await waitFor(() =>
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Sunvia'),
      expect.stringContaining('Norte · every Monday'),
    ]),
  )
  expect(getList).toHaveBeenCalledWith('allotments', expect.objectContaining({ filter: { route_id: '5', weekday: 1 } }))

  fireEvent.click(screen.getByRole('button', { name: 'Set seats aside' }))
  const dialog = screen.getByRole('dialog', { name: 'Set seats aside' })
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'Partner' }))
  fireEvent.click(await screen.findByRole('option', { name: /Norte/ }))
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Seats' }), { target: { value: '6' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set seats aside' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(JSON.parse(String(calls[0]?.body))).toEqual({
    journey_id: '9',
    partner_id: '2',
    seats: 6,
    release_hours_before: 24,
  })
})

it('dialog that releases seats names the partner, the days and the seats', async () => {
  show(<JourneyAllotments journey={MONDAY} />)
  const weekly = (await screen.findByText(/Norte/)).closest('li') as HTMLElement
  fireEvent.click(within(weekly).getByRole('button', { name: 'Release seats' }))
  const dialog = await screen.findByRole('dialog', { name: 'Release seats' })
  expect(dialog).toHaveTextContent('Norte · every Monday')
  expect(dialog).toHaveTextContent('4 seats, released 24 h before departure')
})

it('allotments for a partner apply every week or once', async () => {
  const { calls } = script({ 'POST /allotments/': () => answer({ id: 'd' }, 201) })
  show(<Allotments partnerId="1" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Set seats aside' }))
  const dialog = screen.getByRole('dialog', { name: 'Set seats aside' })
  expect(within(dialog).getByRole('combobox', { name: 'Weekday' })).toBeVisible()
  fireEvent.click(within(dialog).getByRole('button', { name: 'One departure' }))
  expect(within(dialog).queryByRole('combobox', { name: 'Weekday' })).toBeNull()
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'Journey' }))
  fireEvent.click(await screen.findByRole('option', { name: /COAST-0800/ }))
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Seats' }), { target: { value: '2' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set seats aside' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(JSON.parse(String(calls[0]?.body))).toMatchObject({ partner_id: '1', journey_id: '9', seats: 2 })
})

it('allotments are visible with the permission to read, and read-only without the one to edit', async () => {
  show(<JourneyAllotments journey={MONDAY} />, 'accountant')
  expect(await screen.findByText(/every Monday/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
