import type { MouseEvent } from 'react'
import { DataTable, useDataTableRenderContext, useDataTableSortContext, type DataTableColumnProps } from 'react-admin'

/** Keeps a click on a link or button in a cell from opening the record of the row. */
export function keepInCell(event: MouseEvent<HTMLElement>) {
  if (event.target instanceof HTMLElement && event.target.closest('a, button, input, label')) event.stopPropagation()
}

/** `<DataTable.Col>` whose header says to assistive technology how the table is sorted. */
export function Column(props: DataTableColumnProps) {
  return useDataTableRenderContext() === 'header' ? (
    <Header {...props} />
  ) : (
    <DataTable.Col onClick={keepInCell} {...props} />
  )
}

function Header(props: DataTableColumnProps) {
  const sort = useDataTableSortContext()
  const direction = sort?.order === 'DESC' ? 'desc' : 'asc'
  return <DataTable.Col {...props} sortDirection={sort && sort.field === props.source ? direction : false} />
}
