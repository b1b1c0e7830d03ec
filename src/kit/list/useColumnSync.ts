import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useStore } from 'react-admin'
import type { AnySpec } from '../resource'
import { COLUMNS_QUERY, saveColumns } from './viewsApi'

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/**
 * Has the choice of columns follow the person: the browser's own is shown at once, the server's takes its place when it
 * comes, and what is chosen here from then on is kept there. Once for each list.
 * @param isReady the rows are there: they come first
 */
export function useColumnSync({ name, columns: usual }: AnySpec, isReady: boolean): void {
  const [chosen, setChosen] = useStore<readonly string[]>(`${name}.columns`, usual)
  const client = useQueryClient()
  const { data } = useQuery({ ...COLUMNS_QUERY, enabled: isReady })
  /** What the server has; null until it is known. */
  const kept = useRef<readonly string[] | null>(null)
  useEffect(() => {
    if (!data) return
    if (!kept.current) {
      kept.current = data[name] ?? usual
      if (!isSame(kept.current, chosen)) setChosen(kept.current)
    } else if (!isSame(kept.current, chosen)) {
      kept.current = chosen
      const columns = isSame(chosen, usual) ? [] : chosen
      client.setQueryData(COLUMNS_QUERY.queryKey, { ...data, [name]: columns.length > 0 ? columns : undefined })
      // Without the server the browser keeps it, and it is sent with the next choice.
      void saveColumns(name, columns).catch(() => undefined)
    }
  }, [data, name, usual, chosen, setChosen, client])
}
