import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { useStore } from 'react-admin'
import { fieldsOf, type AnySpec } from '../resource'
import { isColumn, type AnyField } from '../fieldList'
import { useReadable } from '../useReadable'
import { toggle } from './toggle'

/** Returns every field that a list can show, the default columns first. */
function possibleColumns(spec: AnySpec): AnyField[] {
  const fields = fieldsOf(spec).filter(isColumn)
  const rank = (field: AnyField) => {
    const place = spec.columns.indexOf(field.source)
    return place === -1 ? spec.columns.length : place
  }
  return [...fields].sort((a, b) => rank(a) - rank(b))
}

/** Returns the columns with the status after the name, for windows without room for all columns. */
function statusAhead({ statusField }: AnySpec, columns: AnyField[]): AnyField[] {
  const rank = (field: AnyField) => (field === columns[0] ? 0 : field.source === statusField ? 1 : 2)
  return [...columns].sort((a, b) => rank(a) - rank(b))
}

/** Returns the columns that the user has chosen; the first one, which links to the record, always stays. */
export function useColumns(spec: AnySpec) {
  const [chosen, setChosen] = useStore<readonly string[]>(`${spec.name}.columns`, spec.columns)
  const readable = useReadable()
  const roomy = useMediaQuery((theme: Theme) => theme.breakpoints.up('xl'), { noSsr: true })
  const all = useMemo(() => possibleColumns(spec).filter(readable), [spec, readable])
  // Memoized, because every row of a table depends on it.
  const shown = useMemo(() => {
    const inOrder = all.filter((field, index) => index === 0 || chosen.includes(field.source))
    return roomy ? inOrder : statusAhead(spec, inOrder)
  }, [spec, all, chosen, roomy])
  return {
    all,
    shown,
    isDefault: all.every((field) => chosen.includes(field.source) === spec.columns.includes(field.source)),
    toggle: (source: string) => setChosen(toggle(chosen, source)),
    reset: () => setChosen(spec.columns),
  }
}
