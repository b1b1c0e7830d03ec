import { hashKey } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import type { AnyRecord } from '../resource'
import { useList } from './useList'

interface Selected {
  /** By id, each as it was when it was selected. */
  records: ReadonlyMap<string, AnyRecord>
  /** Everything that the filter matches, whether or not it has been on a page yet. */
  isAll: boolean
}

interface Selection extends Selected {
  toggle: (record: AnyRecord) => void
  select: (records: readonly AnyRecord[]) => void
  deselect: (records: readonly AnyRecord[]) => void
  selectAll: () => void
  clear: () => void
}

const NOTHING: Selected = { records: new Map(), isAll: false }

const withRecords = (selected: ReadonlyMap<string, AnyRecord>, added: readonly AnyRecord[]) =>
  new Map([...selected, ...added.map((record) => [record.id, record] as const)])

const SelectionContext = createContext<Selection | null>(null)

/** Holds the selected records of the list around it, across pages and orders, until the filter changes. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const { data, filterValues, isPlaceholderData } = useList()
  const [selected, setSelected] = useState(NOTHING)
  const filter = hashKey([filterValues])
  const [selectedUnder, setSelectedUnder] = useState(filter)
  if (filter !== selectedUnder) {
    setSelectedUnder(filter)
    setSelected(NOTHING)
  } else if (selected.isAll && !isPlaceholderData && data?.some(({ id }) => !selected.records.has(id))) {
    setSelected({ records: withRecords(selected.records, data), isAll: true })
  }

  // Stable, so that a selected row does not render the others.
  const toggle = useCallback(
    (record: AnyRecord) =>
      setSelected(({ records }) => {
        const next = new Map(records)
        if (!next.delete(record.id)) next.set(record.id, record)
        return { records: next, isAll: false }
      }),
    [],
  )
  const selection = useMemo<Selection>(
    () => ({
      ...selected,
      toggle,
      select: (added) => setSelected({ records: withRecords(selected.records, added), isAll: selected.isAll }),
      deselect: (removed) => {
        const ids = new Set(removed.map(({ id }) => id))
        setSelected({ records: new Map([...selected.records].filter(([id]) => !ids.has(id))), isAll: false })
      },
      selectAll: () => setSelected({ ...selected, isAll: true }),
      clear: () => setSelected(NOTHING),
    }),
    [selected, toggle],
  )
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

/** Returns the selected records of the list, and what changes them. @throws outside of a list */
export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('useSelection needs a SelectionProvider above it')
  return selection
}
