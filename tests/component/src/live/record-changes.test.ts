import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecordChange } from '../../../../contract/operations/live'
import { RecordChanges } from '../../../../src/providers/live/recordChanges'

const ME = 'me'
const COLLEAGUE = { id: 'eleni', name: 'Eleni Costa' }

let client: QueryClient
let changes: RecordChanges
let stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  changes = new RecordChanges(client, () => ME)
})
afterEach(() => {
  stops.forEach((stop) => stop())
  stops = []
  changes.stop()
  client.clear()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Mounts a query of an answer. @returns the number of its reads */
async function shown(queryKey: unknown[], answer: unknown): Promise<() => number> {
  const read = vi.fn(async () => answer)
  stops.push(new QueryObserver(client, { queryKey, queryFn: read }).subscribe(() => undefined))
  await pass(1)
  return () => read.mock.calls.length
}

const list = (...ids: string[]) =>
  shown(['stations', 'getList', { page: 1 }], { data: ids.map((id) => ({ id, version: 1 })), total: ids.length })
const page = (id: string) => shown(['stations', 'getOne', { id }], { id, version: 1 })

const change = (id: string | null, more: Partial<RecordChange> = {}): RecordChange => ({
  resource: 'stations',
  id,
  version: 2,
  change: 'updated',
  by: COLLEAGUE,
  ...more,
})

/** Receives changes, and advances the timers past the longest gathering and waiting times. */
async function receive(...received: RecordChange[]): Promise<void> {
  changes.receive(received)
  await pass(2_000)
}

describe('a record that another user changed', () => {
  it('is read again where it is shown, highlights its row, and leaves other records unread', async () => {
    const [row, same, other] = [await list('a', 'b'), await page('a'), await page('z')]
    changes.watchList('stations')
    await receive(change('a'))
    expect([row(), same(), other()]).toEqual([2, 2, 1])
    expect([changes.isMarked('stations', 'a'), changes.isMarked('stations', 'b')]).toEqual([true, false])
    await pass(4_000)
    expect(changes.isMarked('stations', 'a')).toBe(false)
  })

  it('in no row of an open list does not reload that list; a deleted one does', async () => {
    const rows = await list('a', 'b')
    changes.watchList('stations')
    await receive(change('elsewhere'))
    expect(rows()).toBe(1)
    await receive(change('elsewhere', { change: 'deleted', version: null }))
    expect(rows()).toBe(2)
  })

  it('is not read when the console has its version already', async () => {
    const rows = await list('a')
    await receive(change('a', { version: 1 }))
    expect(rows()).toBe(1)
    expect(changes.isMarked('stations', 'a')).toBe(false)
  })

  it('is read once for many simultaneous changes, and then at most every two seconds', async () => {
    const rows = await list('a')
    for (let version = 2; version < 50; version += 1) changes.receive([change('a', { version })])
    await pass(250)
    expect(rows()).toBe(2)
    changes.receive([change('a', { version: 50 })])
    await pass(1_500)
    expect(rows()).toBe(2)
    await pass(500)
    expect(rows()).toBe(3)
  })

  it('is read again without a highlight when only its counts changed', async () => {
    const [rows, journey] = [await list('a'), await page('a')]
    changes.watchList('stations')
    await receive(change('a', { change: 'affected', version: null, by: null }))
    expect([rows(), journey()]).toEqual([2, 2])
    expect(changes.isMarked('stations', 'a')).toBe(false)
    await receive(change('elsewhere', { change: 'affected', version: null, by: null }))
    expect(rows()).toBe(2)
  })
})

describe('a record that another user created', () => {
  it('is counted above an open list and shown on request', async () => {
    const rows = await list('a')
    changes.watchList('stations')
    await receive(...['x', 'y', 'z'].map((id) => change(id, { change: 'created', version: 1 })))
    expect([changes.newRows('stations'), rows()]).toEqual([3, 1])
    changes.showNewRows('stations')
    await pass(1)
    expect([changes.newRows('stations'), rows()]).toEqual([0, 2])
  })

  it('is read when the list that did not show it is left', async () => {
    const rows = await list('a')
    const leave = changes.watchList('stations')
    await receive(change('x', { change: 'created', version: 1 }))
    leave()
    await pass(1)
    expect(rows()).toBe(2)
  })

  it('is not counted when the user created it', async () => {
    await list('a')
    changes.watchList('stations')
    await receive(change('x', { change: 'created', version: 1, by: { id: ME, name: 'Me' } }))
    expect(changes.newRows('stations')).toBe(0)
  })
})

describe('an open form', () => {
  it('stays unchanged, learns who changed the record, and reads the record when the form closes', async () => {
    const [mine, other] = [await page('a'), await page('b')]
    const close = changes.edit('stations', 'a')
    const onChange = vi.fn()
    changes.subscribe(onChange)
    await receive(change('a'), change('b'))
    expect([mine(), other()]).toEqual([1, 2])
    expect(changes.changeOf('stations', 'a')).toMatchObject({ by: COLLEAGUE, change: 'updated' })
    expect(onChange).toHaveBeenCalled()
    close()
    await pass(1)
    expect(mine()).toBe(2)
    expect(changes.changeOf('stations', 'a')).toBeNull()
  })

  it('ignores one’s own changes and sold seats', async () => {
    await page('a')
    changes.edit('stations', 'a')
    await receive(change('a', { by: { id: ME, name: 'Me' } }), change('a', { change: 'affected', version: null }))
    expect(changes.changeOf('stations', 'a')).toBeNull()
  })

  it('keeps what is typed when the connection comes back, while everything else is read again', async () => {
    const [mine, other, rows] = [await page('a'), await page('b'), await list('a')]
    changes.edit('stations', 'a')
    changes.reloadAfterGap()
    await pass(1)
    expect([mine(), other(), rows()]).toEqual([1, 2, 2])
  })
})

it('an import reloads every list and page of its type', async () => {
  const [rows, one] = [await list('a'), await page('a')]
  changes.watchList('stations')
  await receive(change(null, { version: null }))
  expect([rows(), one()]).toEqual([2, 2])
})
