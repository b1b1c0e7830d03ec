import '../../support/console/media'
import { focusManager, onlineManager } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactElement } from 'react'
import {
  CoreAdminContext,
  EditBase,
  ListBase,
  ReferenceFieldBase,
  RecordContextProvider,
  ShowBase,
  useCreate,
  useEditContext,
  useGetMany,
  useGetManyReference,
  useListContext,
  useReferenceFieldContext,
  useShowContext,
  type RaRecord,
} from 'react-admin'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { API_ROOT } from '../../../src/providers/config'
import { dataProvider } from '../../../src/providers/data/dataProvider'
import { HttpError } from '../../../src/providers/http/problem'
import { createQueryClient } from '../../../src/providers/data/queryClient'
import { useCompany } from '../../../src/providers/data/useCompany'
import { RetryNotice } from '../../../src/ui/RetryNotice'

vi.mock('../../../contract/core/limits/console', async (original) => ({
  ...(await original<object>()),
  READ_RETRY_DELAY_MS: 1,
}))

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  // react-admin logs each failed read, which these tests expect; any other log entry fails the test.
  const { mock } = vi.mocked(globalThis.console.error)
  if (mock.calls.every(([logged]) => logged instanceof HttpError)) vi.mocked(globalThis.console.error).mockClear()
  server.resetHandlers()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})
afterAll(() => server.close())

const STATION = { id: '7', version: 1, code: 'LCA', city: 'Larnaca' }
const READ = 'Larnaca has been read'

function Result({ data, error }: { data: unknown; error: unknown }) {
  if (error) return <p>It failed</p>
  return <p>{JSON.stringify(data ?? null).includes('Larnaca') ? READ : 'Nothing yet'}</p>
}
const FromList = () => <Result {...pick(useListContext())} />
const FromCompany = () => <Result data={useCompany()} error={null} />
const FromEdit = () => {
  const { record, error } = useEditContext<RaRecord>()
  return <Result data={record} error={error} />
}
const FromShow = () => {
  const { record, error } = useShowContext<RaRecord>()
  return <Result data={record} error={error} />
}
const FromReference = () => {
  const { referenceRecord, error } = useReferenceFieldContext()
  return <Result data={referenceRecord} error={error} />
}
const FromMany = () => <Result {...pick(useGetMany('stations', { ids: ['7'] }))} />
const FromManyReference = () => (
  <Result
    {...pick(
      useGetManyReference('stations', {
        target: 'operator_id',
        id: '1',
        pagination: { page: 1, perPage: 5 },
        sort: { field: 'code', order: 'ASC' },
        filter: {},
      }),
    )}
  />
)
const pick = ({ data, error }: { data?: unknown; error?: unknown }) => ({ data, error })

const quiet = { queryOptions: { onError: () => undefined } }
const SCREENS: Record<string, ReactElement> = {
  list: (
    <ListBase resource="stations" {...quiet}>
      <FromList />
    </ListBase>
  ),
  edit: (
    <EditBase resource="stations" id="7" {...quiet}>
      <FromEdit />
    </EditBase>
  ),
  show: (
    <ShowBase resource="stations" id="7" {...quiet}>
      <FromShow />
    </ShowBase>
  ),
  reference: (
    <RecordContextProvider value={{ id: '1', station_id: '7' }}>
      <ReferenceFieldBase source="station_id" reference="stations">
        <FromReference />
      </ReferenceFieldBase>
    </RecordContextProvider>
  ),
  getMany: <FromMany />,
  getManyReference: <FromManyReference />,
}

const show = (ui: ReactElement | undefined, queryClient = createQueryClient()) =>
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={dataProvider} queryClient={queryClient}>
        {ui}
        <RetryNotice />
      </CoreAdminContext>
    </MemoryRouter>,
  )

/** Answers with these statuses in turn, then with the station. */
function answering(...statuses: number[]) {
  let calls = 0
  const reply = (body: object) => () => {
    const status = statuses[calls] ?? 200
    calls += 1
    if (status === 0) return HttpResponse.error()
    return HttpResponse.json(status === 200 ? body : {}, { status, headers: { 'Content-Range': 'stations 0-0/1' } })
  }
  server.use(http.get(`${API_ROOT}/stations/`, reply([STATION])), http.get(`${API_ROOT}/stations/7/`, reply(STATION)))
  return () => calls
}

describe.each(Object.entries(SCREENS))('a screen that reads by %s', (_, ui) => {
  it('R-202, R-211 retries a failed read three times', async () => {
    const calls = answering(503, 0, 500)
    show(ui)
    expect(await screen.findByText(READ)).toBeVisible()
    expect(calls()).toBe(4)
  })

  it('R-211 gives up after the third retry', async () => {
    const calls = answering(503, 503, 503, 503, 503)
    show(ui)
    expect(await screen.findByText('It failed')).toBeVisible()
    expect(calls()).toBe(4)
  })

  it.each([403, 404, 422])('R-204 takes a %i as an answer', async (status) => {
    const calls = answering(status)
    show(ui)
    expect(await screen.findByText('It failed')).toBeVisible()
    expect(calls()).toBe(1)
  })
})

it('a failed read shows that it is retried, for as long as it is', async () => {
  let heal: () => void = () => undefined
  const healed = new Promise<void>((resolve) => (heal = resolve))
  let calls = 0
  server.use(
    http.get(`${API_ROOT}/stations/7/`, async () => {
      calls += 1
      if (calls === 1) return HttpResponse.json({}, { status: 503 })
      await healed
      return HttpResponse.json(STATION)
    }),
  )
  show(SCREENS['show'])
  expect(await screen.findByRole('status')).toBeVisible()
  heal()
  expect(await screen.findByText(READ)).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

it('the company is not requested again once no component waits for it', async () => {
  const signals: AbortSignal[] = []
  server.use(
    http.get(`${API_ROOT}/company/`, ({ request }) => {
      signals.push(request.signal)
      return new Promise<never>(() => undefined)
    }),
  )
  const { unmount } = show(<FromCompany />)
  await waitFor(() => expect(signals).toHaveLength(1))
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

it('R-206 data is not reloaded when the window gets the focus, at any age', async () => {
  const calls = answering()
  const queryClient = createQueryClient()
  show(SCREENS['list'], queryClient)
  await screen.findByText(READ)
  await queryClient.invalidateQueries({ refetchType: 'none' })
  for (let times = 0; times < 10; times += 1) {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    window.dispatchEvent(new Event('visibilitychange'))
  }
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(calls()).toBe(1)
})

it('data is fresh for 300 s and read again on the next use after that', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const calls = answering()
    const queryClient = createQueryClient()
    const look = async () => {
      const { unmount } = show(SCREENS['list'], queryClient)
      await screen.findByText(READ)
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
      unmount()
      return calls()
    }
    expect(await look()).toBe(1)
    vi.setSystemTime(Date.now() + 299_000)
    expect(await look()).toBe(1)
    vi.setSystemTime(Date.now() + 2_000)
    expect(await look()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

function Saver() {
  const [create, { error, isSuccess }] = useCreate()
  const save = () => void create('stations', { data: { code: 'LCA' } })
  return (
    <>
      <button onClick={save}>Save</button>
      <p>{error ? 'Not saved' : isSuccess ? 'Saved' : 'Waiting'}</p>
    </>
  )
}

it('R-212 a change fails at once without a connection, and is never repeated later', async () => {
  let calls = 0
  let connected = false
  server.use(
    http.post(`${API_ROOT}/stations/`, () => {
      calls += 1
      return connected ? HttpResponse.json(STATION, { status: 201 }) : HttpResponse.error()
    }),
  )
  show(<Saver />)
  onlineManager.setOnline(false)
  screen.getByRole('button').click()
  expect(await screen.findByText('Not saved')).toBeVisible()
  connected = true
  onlineManager.setOnline(true)
  expect(calls).toBe(1)
  screen.getByRole('button').click()
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(calls).toBe(2)
})
