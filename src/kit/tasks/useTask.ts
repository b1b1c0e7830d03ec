import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Task } from '../../../contract/operations/tasks'
import { useLive } from '../../providers/live/LiveProvider'
import { call } from '../../providers/http/call'

/** Polling interval while the live connection is down. */
const POLL_INTERVAL_MS = 700

export const isOver = (task: Task | undefined): boolean => task !== undefined && task.finished_at !== null

/** Returns the present state of a task, and reads the records that it changed again once it has ended. */
export function useTask(id: string | null) {
  const queryClient = useQueryClient()
  const { isDown } = useLive()
  const query = useQuery({
    queryKey: ['tasks', 'one', id],
    queryFn: () => call('GET /tasks/:id', { params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isDown && !isOver(state.data) ? POLL_INTERVAL_MS : false),
  })
  const { data: task } = query
  const ended = task && isOver(task) && !task.is_trial ? task.resource : null
  useEffect(() => {
    if (ended !== null) void queryClient.invalidateQueries({ queryKey: [ended] })
  }, [ended, id, queryClient])
  return query
}
