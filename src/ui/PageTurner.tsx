import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { numberFormat } from '../providers/format/intl'
import { useFormat } from './useFormat'

interface PageTurnerProps {
  /** From 1. */
  page: number
  rows: number
  total: number
  onPage: (page: number) => void
}

/** Where one is in a long list, and the pages beside it. */
export function PageTurner({ page, rows, total, onPage }: PageTurnerProps) {
  const { t, locale } = useFormat()
  const { format } = numberFormat(locale)
  const last = Math.min(page * rows, total)
  return (
    <Box
      component="nav"
      aria-label={t('app.list.pages')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 2,
        px: 2,
        minHeight: 44,
        fontSize: 13,
        color: 'text.secondary',
        borderTop: 1,
        borderColor: 'divider',
        '[dir=rtl] & svg': { transform: 'scaleX(-1)' },
      }}
    >
      {t('app.list.range', { range: `${format((page - 1) * rows + 1)}–${format(last)}`, total: format(total) })}
      <IconButton aria-label={t('ra.navigation.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon sx={{ fontSize: 20 }} />
      </IconButton>
      <IconButton aria-label={t('ra.navigation.next')} disabled={last >= total} onClick={() => onPage(page + 1)}>
        <ChevronRightIcon sx={{ fontSize: 20 }} />
      </IconButton>
    </Box>
  )
}
