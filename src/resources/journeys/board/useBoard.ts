import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Board } from '../../../../contract/operations/board'
import { readBoard } from './boardApi'
import { modelOf } from './boardModel'
import type { BoardState } from './useBoardState'

interface BoardRequest {
  from: string
  to: string
  by: string
}

const isSameBoard = (before: unknown, { from, to, by }: BoardRequest): boolean => {
  const other = before as BoardRequest | undefined
  return other?.from === from && other.to === to && other.by === by
}

/** Reads the board and updates it after changes by other users. */
export function useBoard({ by, filter, unassigned, from, to }: BoardState) {
  const client = useQueryClient()
  const request = {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    by,
    unassigned,
    ...filter,
  }
  const queryKey = ['journeys', 'board', request]
  const query = useQuery({
    queryKey,
    queryFn: () => readBoard(request),
    staleTime: 0,
    // A board of other days or of the other row type is not a placeholder.
    placeholderData: (before: Board | undefined, of) => (isSameBoard(of?.queryKey[2], request) ? before : undefined),
  })
  const board = query.data
  const model = useMemo(() => (board ? modelOf(board, by) : null), [board, by])
  return {
    ...query,
    model,
    change: (how: (board: Board) => Board) =>
      client.setQueryData<Board>(queryKey, (before) => (before ? how(before) : before)),
  }
}
