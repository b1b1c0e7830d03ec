import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { TaskProgress } from '../../../../../contract/operations/tasks'
import { applyTaskProgress } from '../../../../../src/providers/live/taskNews'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  client.clear()
})

const running = { id: 'a', state: 'running', stage: null, total: 10, done: 2, counts: {}, finished_at: null }
const over = { ...running, state: 'succeeded', done: 10, finished_at: '2026-03-02T09:00:00Z' }
const news = (state: TaskProgress['state'], done: number): TaskProgress => ({
  id: 'a',
  state,
  stage: null,
  total: 10,
  done,
  counts: { updated: done },
})

function watch(queryKey: readonly unknown[], queryFn: () => Promise<unknown>) {
  const observer = new QueryObserver(client, { queryKey, queryFn })
  stops.push(observer.subscribe(() => undefined))
  return () => observer.getCurrentResult().data
}

test('task shows its progress without a request, and never goes back', async () => {
  const read = vi.fn(() => Promise.resolve(running))
  const [one, list] = [
    watch(['tasks', 'one', 'a'], read),
    watch(['tasks', 'list', 1], () => Promise.resolve({ rows: [running], total: 1 })),
  ]
  await expect.poll(list).toBeDefined()
  applyTaskProgress(client, news('running', 6))
  applyTaskProgress(client, news('running', 4))
  expect(one()).toMatchObject({ done: 6, counts: { updated: 6 } })
  expect(list()).toMatchObject({ rows: [{ done: 6 }] })
  expect(read).toHaveBeenCalledOnce()
})

test('task is read again when it ends, though the first answer has not arrived', async () => {
  let answerFirst = (_task: unknown) => {}
  const first = new Promise((resolve) => (answerFirst = resolve))
  const read = vi.fn<() => Promise<unknown>>().mockReturnValueOnce(first).mockResolvedValue(over)
  const one = watch(['tasks', 'one', 'a'], read)
  applyTaskProgress(client, news('succeeded', 10))
  answerFirst(running)
  await expect.poll(one).toEqual(over)
  expect(read).toHaveBeenCalledTimes(2)
})

test('task of another user appears in the list', async () => {
  const read = vi
    .fn()
    .mockResolvedValueOnce({ rows: [], total: 0 })
    .mockResolvedValue({ rows: [running], total: 1 })
  const list = watch(['tasks', 'list', 1], read)
  await expect.poll(list).toEqual({ rows: [], total: 0 })
  applyTaskProgress(client, news('running', 2))
  await expect.poll(list).toMatchObject({ total: 1 })
})
