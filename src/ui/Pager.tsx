import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ChangeEvent } from 'react'
import { countText } from '../providers/format/intl'
import { PAGE_SIZES } from './pageSizes'
import { useFormat } from './useFormat'

interface PagerProps {
  /** Page number, from 1. */
  page: number
  /** Rows per page. */
  rows: number
  total: number
  /** Whether `total` is a lower bound. */
  isMinimum?: boolean
  /** Rows on this page; `rows` unless given. */
  shown?: number
  /** Whether there is a next page; derived from the total unless given. */
  hasNext?: boolean | undefined
  onPage: (page: number) => void
  /** Changes the number of rows per page; without it there is no choice. */
  onRows?: (rows: number) => void
}

/** Position in a long list and its adjacent pages: `1–25 of 319`, or `of 10,000+`. */
export function Pager({ page, rows, total, isMinimum, shown, hasNext, onPage, onRows }: PagerProps) {
  const { t, locale } = useFormat()
  const before = (page - 1) * rows
  const last = shown === undefined ? Math.min(before + rows, total) : before + shown
  const range = `${countText(before + 1, locale)}–${countText(last, locale)}`
  return (
    <Box
      component="nav"
      aria-label={t('app.list.pages')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: 44,
        px: 2,
        borderTop: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        fontSize: 'body2.fontSize',
      }}
    >
      {onRows && <RowsPerPage rows={rows} onRows={onRows} />}
      <Box sx={{ marginInlineStart: 'auto' }} aria-live="polite">
        {t('app.list.range', { range, total: countText(total, locale, isMinimum) })}
      </Box>
      <Box sx={{ display: 'flex', '[dir=rtl] & svg': { transform: 'scaleX(-1)' } }}>
        <IconButton aria-label={t('ra.navigation.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeftIcon fontSize="small" />
        </IconButton>
        <IconButton
          aria-label={t('ra.navigation.next')}
          disabled={!(hasNext ?? last < total)}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRightIcon fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  )
}

function RowsPerPage({ rows, onRows }: { rows: number; onRows: (rows: number) => void }) {
  const { t } = useFormat()
  return (
    <Box component="label" sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 2 }}>
      {t('ra.navigation.page_rows_per_page')}
      <Box
        component="select"
        value={PAGE_SIZES.includes(rows) ? rows : ''}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => onRows(Number(event.target.value))}
        sx={{
          font: 'inherit',
          color: 'text.primary',
          bgcolor: 'background.paper',
          border: 0,
          borderRadius: 1,
          py: 1,
          px: 0.5,
          cursor: 'pointer',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Box>
    </Box>
  )
}
