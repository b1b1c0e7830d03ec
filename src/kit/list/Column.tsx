import Skeleton from '@mui/material/Skeleton'
import type { MouseEvent, ReactNode } from 'react'
import {
  DataTable,
  useDataTableRenderContext,
  useDataTableSortContext,
  useRecordContext,
  useResourceContext,
  type DataTableColumnProps,
} from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { recordPath } from '../recordPaths'
import type { AnyRecord } from '../resource'
import { isBlank } from './blankRecords'

const NAME_PX = 150
const VALUE_PX = 84

/** Keeps a click on a link or button in a cell from opening the record of the row. */
export function keepInCell(event: MouseEvent<HTMLElement>) {
  if (event.target instanceof HTMLElement && event.target.closest('a, button, input, label')) event.stopPropagation()
}

export interface ColumnProps extends Pick<DataTableColumnProps, 'source' | 'label' | 'className' | 'disableSort'> {
  /** Whether the content of each cell is a link to the record of its row. */
  linked?: boolean
  /** Content of each cell, which reads the record of its row. */
  children: ReactNode
}

/**
 * `<DataTable.Col>` whose header says to assistive technology how the table is sorted. Its cells have no styles of their
 * own: the table provides them, because styles of each cell take as long as all its data.
 */
export function Column(props: ColumnProps) {
  const { source, className, linked = false, children } = props
  const resource = useResourceContext() ?? ''
  const record = useRecordContext<AnyRecord>()
  const place = useDataTableRenderContext()
  if (place === 'header') return <Header {...props} />
  if (place !== 'data') return <DataTable.Col {...props} />
  return (
    <td className={className} onClick={keepInCell}>
      {record && isBlank(record) ? (
        source && <Skeleton width={linked ? NAME_PX : VALUE_PX} />
      ) : record && linked ? (
        <RouterLink to={recordPath(resource, record.id)} className="name">
          {children}
        </RouterLink>
      ) : (
        children
      )}
    </td>
  )
}

function Header({ linked: _, ...props }: ColumnProps) {
  const sort = useDataTableSortContext()
  const direction = sort?.order === 'DESC' ? 'desc' : 'asc'
  return <DataTable.Col {...props} sortDirection={sort && sort.field === props.source ? direction : false} />
}
