import type { MouseEvent, ReactNode } from 'react'
import { DataTable, useDataTableRenderContext, useDataTableSortContext, type DataTableColumnProps } from 'react-admin'

/** Keeps a click on a link or button in a cell from opening the record of the row. */
export function keepInCell(event: MouseEvent<HTMLElement>) {
  if (event.target instanceof HTMLElement && event.target.closest('a, button, input, label')) event.stopPropagation()
}

interface ColumnProps extends Pick<DataTableColumnProps, 'source' | 'label' | 'className' | 'disableSort'> {
  /** Content of each cell, which reads the record of its row. */
  children: ReactNode
}

/**
 * `<DataTable.Col>` whose header says to assistive technology how the table is sorted. Its cells have no styles of their
 * own: the table provides them, because styles of each cell take as long as all its data.
 */
export function Column(props: ColumnProps) {
  const { className, children } = props
  switch (useDataTableRenderContext()) {
    case 'header':
      return <Header {...props} />
    case 'data':
      return (
        <td className={className} onClick={keepInCell}>
          {children}
        </td>
      )
    default:
      return <DataTable.Col {...props} />
  }
}

function Header(props: ColumnProps) {
  const sort = useDataTableSortContext()
  const direction = sort?.order === 'DESC' ? 'desc' : 'asc'
  return <DataTable.Col {...props} sortDirection={sort && sort.field === props.source ? direction : false} />
}
