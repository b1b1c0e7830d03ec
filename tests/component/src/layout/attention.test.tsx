import '../../../support/console/media'
import { act, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Dashboard } from '../../../../contract/operations/dashboard'
import { Attention } from '../../../../src/resources/dashboard/Attention'
import { useDashboard } from '../../../../src/resources/dashboard/dashboardApi'
import { aDashboard } from '../../../support/console/dashboard'
import { liveFrame, signInHere } from '../../../support/console/live'
import { ScriptedSocket } from '../../../support/console/scripted-socket'

let answer: Dashboard | null = null
let asked = 0
const server = setupServer(
  http.get('*/api/dashboard/', () => {
    asked += 1
    return answer ? HttpResponse.json(answer) : HttpResponse.json({}, { status: 404 })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())
beforeEach(() => {
  asked = 0
  ScriptedSocket.install()
  signInHere()
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.localStorage.clear()
})

const late = (count: number, is_minimum = false): Dashboard['attention'][number] => ({
  kind: 'late',
  resource: 'journeys',
  filter: { delay_min_gte: 5 },
  count,
  is_minimum,
})
const licences: Dashboard['attention'][number] = {
  kind: 'licences_ending',
  resource: 'staff',
  filter: { status: 'active' },
  count: 10_000,
  is_minimum: true,
}

function Live() {
  const { data, isError } = useDashboard({ range: 'today', stationId: null })
  return <Attention data={data} isError={isError} room={8} />
}

async function show(attention: Dashboard['attention'] | null) {
  answer = attention && aDashboard({ attention })
  const { Frame } = await liveFrame()
  render(<Live />, { wrapper: Frame })
  await waitFor(() => expect(ScriptedSocket.alive).toBe(1))
  act(() => ScriptedSocket.last.accept())
}

it('attention list shows what needs a person, each with a link to its list, and omits empty entries', async () => {
  await show([{ ...late(0), kind: 'overbooked' }, late(2), licences])
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['2Running late', '10,000+Licences expiring within 14 days'])
  const { pathname, searchParams } = new URL(links[0]?.getAttribute('href') ?? '', window.location.origin)
  expect([pathname, JSON.parse(searchParams.get('filter') ?? '')]).toEqual(['/journeys', { delay_min_gte: 5 }])
  expect(asked).toBe(1)
})

it('attention list links to the tills that were left open', async () => {
  await show([{ ...late(1), kind: 'tills_open', resource: 'tills', filter: { open_since_lt: '2030-05-19T22:00:00Z' } }])
  const link = await screen.findByRole('link', { name: '1 Tills left open from an earlier day' })
  expect(link).toHaveAttribute('href', '/tills?open_before=2030-05-19T22%3A00%3A00Z')
})

it('attention list follows the changes of other users', async () => {
  await show([late(1)])
  await screen.findByRole('link', { name: '1 Running late' })
  answer = aDashboard({ attention: [late(0)] })
  const change = { resource: 'journeys', id: 'a', version: 2, change: 'updated', by: null }
  act(() => ScriptedSocket.last.say({ type: 'records_changed', data: [change] }))
  expect(await screen.findByText('Nothing needs your attention right now.')).toBeVisible()
})

it('attention list shows that it could not be read', async () => {
  await show(null)
  expect(await screen.findByRole('alert')).toHaveTextContent('couldn’t be loaded')
})
