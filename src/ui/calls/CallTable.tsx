import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import type { ApiLogEntry } from '../../../contract/partner-logs'
import { numberFormat } from '../../format/intl'
import { MONOSPACE } from '../../theme/theme'
import { Instant } from '../Instant'
import { useFormat } from '../useFormat'
import { CallStatus } from './CallStatus'

const WAITING_ROWS = 6

const looks = {
  width: '100%',
  minWidth: 820,
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': { px: 4, py: 2, textAlign: 'start', borderBottom: 1, borderColor: 'divider' },
  '& th': { fontWeight: 550, color: 'text.secondary', whiteSpace: 'nowrap' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& .amount': { textAlign: 'end', whiteSpace: 'nowrap' },
} as const

interface CallTableProps {
  /** Undefined while nothing is known yet. */
  calls: ApiLogEntry[] | undefined
  busy: boolean
  onOpen: (id: string) => void
}

/** Calls, the latest first. */
export function CallTable({ calls, busy, onOpen }: CallTableProps) {
  const { t, locale } = useFormat()
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={t('app.calls.title')}>
      <Box component="table" aria-busy={busy} sx={{ ...looks, opacity: busy && calls ? 0.6 : 1 }}>
        <thead>
          <tr>
            <th scope="col">{t('app.calls.when')}</th>
            <th scope="col">{t('app.calls.request')}</th>
            <th scope="col">{t('app.calls.answer')}</th>
            <th scope="col" className="amount">
              {t('app.calls.took')}
            </th>
            <th scope="col">{t('app.calls.trip')}</th>
            <th scope="col">{t('app.calls.by')}</th>
          </tr>
        </thead>
        <tbody>
          {!calls &&
            Array.from({ length: WAITING_ROWS }, (_, index) => (
              <tr key={index}>
                <td colSpan={6}>
                  <Skeleton />
                </td>
              </tr>
            ))}
          {calls?.map((call) => (
            <tr key={call.id}>
              <td>
                <Instant value={call.at} />
              </td>
              <td>
                <Link
                  component="button"
                  type="button"
                  dir="ltr"
                  onClick={() => onOpen(call.id)}
                  sx={{ fontFamily: MONOSPACE, fontSize: 12, textAlign: 'left', overflowWrap: 'anywhere' }}
                >
                  {call.method} {call.path}
                </Link>
              </td>
              <td>
                <CallStatus call={call} />
              </td>
              <td className="amount">{t('app.calls.ms', { ms: numberFormat(locale).format(call.duration_ms) })}</td>
              <td>
                <bdi>{call.partner_reference ?? call.trip_reference}</bdi>
              </td>
              <td>
                {call.credential ? <bdi>{call.credential.name}</bdi> : t('app.calls.portal')}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {' · '}
                  {t(`choices.environments.${call.environment}`)}
                </Box>
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
