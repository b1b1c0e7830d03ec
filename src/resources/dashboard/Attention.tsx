import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
// Same look as the chevron of the lists, without importing their code.
import NavigateNextIcon from '@mui/icons-material/NavigateNext'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Dashboard } from '../../../contract/operations/dashboard'
import {
  ATTENTION_DOCUMENTS_DAYS,
  ATTENTION_HOLDS_MIN,
  ATTENTION_PLANNING_H,
  ATTENTION_UNPAID_H,
} from '../../../contract/core/limits/attention'
import { numberFormat } from '../../providers/format/intl'
import { useFormat } from '../../ui/useFormat'
import { listLink } from '../../kit/list/listLink'

/** Thresholds that the texts contain and select their plural form by. */
const WITHIN: Partial<Record<Dashboard['attention'][number]['kind'], number>> = {
  without_vehicle: ATTENTION_PLANNING_H,
  without_driver: ATTENTION_PLANNING_H,
  holds_ending: ATTENTION_HOLDS_MIN,
  unpaid_departures: ATTENTION_UNPAID_H,
  licences_ending: ATTENTION_DOCUMENTS_DAYS,
  medicals_ending: ATTENTION_DOCUMENTS_DAYS,
  inspections_ending: ATTENTION_DOCUMENTS_DAYS,
  insurances_ending: ATTENTION_DOCUMENTS_DAYS,
}

const TILE_PX = 48

const TITLE_ID = 'needs-attention'

interface AttentionProps {
  /** Undefined while loading. */
  data: Pick<Dashboard, 'attention'> | undefined
  isError: boolean
  /** Number of entries at the last visit; reserves their height while loading. */
  room: number
}

/** Matters that need attention, each with a link to its solution. */
export function Attention({ data, isError, room }: AttentionProps) {
  const { t } = useFormat()
  const pressing = data?.attention.filter(({ count }) => count > 0) ?? []
  return (
    <Box component="section" aria-labelledby={TITLE_ID} sx={{ mb: 4 }}>
      <Box component="h2" id={TITLE_ID} sx={{ m: 0, mb: 2, fontSize: 'body1.fontSize', fontWeight: 600 }}>
        {t('app.dashboard.attention.title')}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
          gap: 2,
          minHeight: TILE_PX,
        }}
      >
        {!data && !isError ? (
          Array.from({ length: room }, (_, index) => (
            <Skeleton key={index} variant="rounded" height={TILE_PX} sx={{ borderRadius: 2 }} />
          ))
        ) : !data ? (
          <Note role="alert">{t('app.dashboard.attention.failed')}</Note>
        ) : pressing.length === 0 ? (
          <Note role="status">
            <CheckCircleIcon fontSize="menu" sx={{ color: 'success.main' }} />
            {t('app.dashboard.attention.none')}
          </Note>
        ) : (
          pressing.map((item) => <Pressing key={item.kind} {...item} />)
        )}
      </Box>
    </Box>
  )
}

const Note = ({ role, children }: { role: 'alert' | 'status'; children: ReactNode }) => (
  <Box
    role={role}
    sx={{
      gridColumn: '1 / -1',
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      fontSize: 'body2.fontSize',
      color: 'text.secondary',
    }}
  >
    {children}
  </Box>
)

function Pressing({ kind, resource, filter, count, is_minimum: isMinimum }: Dashboard['attention'][number]) {
  const { t, locale } = useFormat()
  const { format } = numberFormat(locale)
  return (
    <Box
      component={Link}
      to={listLink(resource, filter)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: TILE_PX,
        px: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        bgcolor: 'background.paper',
        color: 'text.primary',
        fontSize: 'body2.fontSize',
        textDecoration: 'none',
        '&:hover': { borderColor: 'text.disabled' },
        '& svg': { flex: 'none', fontSize: 18 },
        '[dir=rtl] & svg:last-of-type': { transform: 'scaleX(-1)' },
      }}
    >
      <WarningIcon aria-hidden sx={{ color: 'warning.main' }} />
      <Box component="span" sx={{ flex: 'none', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
        {format(count)}
        {isMinimum && '+'}
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0, lineHeight: 1.35, py: 1.5 }}>
        {t(`app.dashboard.attention.${kind}`, {
          hours: format(ATTENTION_PLANNING_H),
          unpaidHours: format(ATTENTION_UNPAID_H),
          minutes: format(ATTENTION_HOLDS_MIN),
          days: format(ATTENTION_DOCUMENTS_DAYS),
          count: WITHIN[kind],
        })}
      </Box>
      <NavigateNextIcon aria-hidden sx={{ color: 'text.disabled' }} />
    </Box>
  )
}
