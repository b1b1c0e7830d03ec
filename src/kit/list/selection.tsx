import { hashKey } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import type { AnyRecord } from '../resource'
import { useList } from './useList'

interface Selected {
  /** Records selected one by one, by id, as they were when they were selected. */
  records: ReadonlyMap<string, AnyRecord>
  /** Whether everything that the filter matches is selected, also on pages that have not been shown. */
  isAll: boolean
  /** Ids of records deselected one by one; empty unless `isAll`. */
  excepted: ReadonlySet<string>
}

interface Selection extends Selected {
  /** Number of selected records; a minimum where the list has counted no further. */
  count: number
  isSelected: (id: string) => boolean
  toggle: (record: AnyRecord) => void
  /**
   * Selects exactly the records of a page whose ids are given. A page without any clears the selection of everything,
   * so that no record of a page that is not shown stays selected.
   */
  selectOnPage: (page: readonly AnyRecord[], ids: readonly string[]) => void
  /** Removes a deleted record. */
  drop: (id: string) => void
  selectAll: () => void
  clear: () => void
}

const NOTHING: Selected = { records: new Map(), isAll: false, excepted: new Set() }

function toggled({ records, isAll, excepted }: Selected, record: AnyRecord): Selected {
  if (isAll) {
    const next = new Set(excepted)
    if (!next.delete(record.id)) next.add(record.id)
    return { records, isAll, excepted: next }
  }
  const next = new Map(records)
  if (!next.delete(record.id)) next.set(record.id, record)
  return { records: next, isAll, excepted }
}

/** Selects these records of a page one by one; those of other pages stay selected. */
function chosenOnPage(selected: Selected, page: readonly AnyRecord[], ids: readonly string[]): Selected {
  const { records } = withoutIds(selected, idsOf(page))
  const chosen = page.filter(({ id }) => ids.includes(id))
  return { ...selected, records: new Map([...records, ...chosen.map((record) => [record.id, record] as const)]) }
}

/** Deselects the other records of a page from everything that matches; nothing stays selected when there are no ids. */
function exceptedOnPage(selected: Selected, page: readonly AnyRecord[], ids: readonly string[]): Selected {
  const others = page.filter(({ id }) => !ids.includes(id))
  if (others.length === page.length) return NOTHING
  const { excepted } = withoutIds(selected, idsOf(page))
  return { ...selected, excepted: new Set([...excepted, ...idsOf(others)]) }
}

const idsOf = (records: readonly AnyRecord[]) => new Set(records.map(({ id }) => id))

function withoutIds({ records, isAll, excepted }: Selected, ids: ReadonlySet<string>): Selected {
  return {
    records: new Map([...records].filter(([id]) => !ids.has(id))),
    isAll,
    excepted: new Set([...excepted].filter((id) => !ids.has(id))),
  }
}

const SelectionContext = createContext<Selection | null>(null)

/**
 * Provides the selection of the list around it, which persists across pages and sort orders until the filter changes.
 */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const { total = 0, filterValues } = useList()
  const [selected, setSelected] = useState(NOTHING)
  const filter = hashKey([filterValues])
  const [selectedUnder, setSelectedUnder] = useState(filter)
  if (filter !== selectedUnder) {
    setSelectedUnder(filter)
    setSelected(NOTHING)
  }

  // Stable while the total is unchanged, so that a selected row does not render the others.
  const toggle = useCallback(
    (record: AnyRecord) =>
      setSelected((current) => {
        const next = toggled(current, record)
        return next.isAll && next.excepted.size >= total ? NOTHING : next
      }),
    [total],
  )
  const selection = useMemo<Selection>(() => {
    const { records, isAll, excepted } = selected
    return {
      ...selected,
      count: isAll ? Math.max(0, total - excepted.size) : records.size,
      isSelected: (id) => (isAll ? !excepted.has(id) : records.has(id)),
      toggle,
      selectOnPage: (page, ids) => setSelected((isAll ? exceptedOnPage : chosenOnPage)(selected, page, ids)),
      drop: (id) => setSelected(withoutIds(selected, new Set([id]))),
      selectAll: () => setSelected({ ...NOTHING, isAll: true }),
      clear: () => setSelected(NOTHING),
    }
  }, [selected, toggle, total])
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

/** Returns the selection of the list and its setters. @throws outside of a list */
export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('useSelection needs a SelectionProvider above it')
  return selection
}
