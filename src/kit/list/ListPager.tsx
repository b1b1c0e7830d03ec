import type { TablePaginationProps } from '@mui/material/TablePagination'
import { Pagination } from 'react-admin'
import { countText } from '../../providers/format/intl'
import { PAGE_SIZES } from '../../ui/pageSizes'
import { useFormat } from '../../ui/useFormat'
import { useList } from './useList'

const STYLES = { borderTop: 1, borderColor: 'divider', display: 'block' }

/** Pages of the list. Where the total is a lower bound, react-admin shows no page numbers, because the last page is not known. */
export function ListPager() {
  const { t, locale } = useFormat()
  const { data, total, perPage, meta } = useList()
  // Rendered earlier, it would move when the rows arrive.
  if (total === undefined || data === undefined) return null
  // `<Pagination>` passes the prop on to MUI's, although its type does not contain it.
  const label: Pick<TablePaginationProps, 'labelDisplayedRows'> = {
    labelDisplayedRows: ({ from }) => (
      <span aria-live="polite">
        {t('app.list.range', {
          range: `${countText(from, locale)}–${countText(from + data.length - 1, locale)}`,
          total: countText(total, locale, meta?.totalIsMinimum),
        })}
      </span>
    ),
  }
  return (
    <Pagination
      {...label}
      rowsPerPageOptions={[...new Set([...PAGE_SIZES, perPage])].toSorted((a, b) => a - b)}
      sx={STYLES}
    />
  )
}
