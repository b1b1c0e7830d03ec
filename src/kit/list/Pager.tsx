import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ChangeEvent } from 'react'
import { numberFormat } from '../../providers/format/intl'
import { useFormat } from '../../ui/useFormat'
import { useList } from './useList'

const PAGE_SIZES = [10, 25, 50, 100]

/** `1–25 of 319`, or `of 10,000+` where the server counted no further. */
export function Pager() {
  const { t, locale } = useFormat()
  const { page, perPage, setPage, setPerPage, total, data, hasNextPage, hasPreviousPage, meta } = useList()
  if (total === undefined || data === undefined) return <Box sx={{ height: 44 }} />
  const count = numberFormat(locale)
  const more = meta?.totalIsMinimum ? '+' : ''
  const first = (page - 1) * perPage + 1
  const range = `${count.format(first)}–${count.format(first + data.length - 1)}`
  const previous = t('ra.navigation.previous')
  const next = t('ra.navigation.next')
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
        color: 'text.secondary',
        fontSize: 13,
      }}
    >
      <Box component="label" sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 2 }}>
        {t('ra.navigation.page_rows_per_page')}
        <Box
          component="select"
          value={PAGE_SIZES.includes(perPage) ? perPage : ''}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => setPerPage(Number(event.target.value))}
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
      <Box sx={{ marginInlineStart: 'auto' }} aria-live="polite">
        {t('app.list.range', { range, total: count.format(total) + more })}
      </Box>
      <Box sx={{ display: 'flex', '[dir=rtl] & svg': { transform: 'scaleX(-1)' } }}>
        <IconButton aria-label={previous} disabled={!hasPreviousPage} onClick={() => setPage(page - 1)}>
          <ChevronLeftIcon sx={{ fontSize: 20 }} />
        </IconButton>
        <IconButton aria-label={next} disabled={!hasNextPage} onClick={() => setPage(page + 1)}>
          <ChevronRightIcon sx={{ fontSize: 20 }} />
        </IconButton>
      </Box>
    </Box>
  )
}
