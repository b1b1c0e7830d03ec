import Link from '@mui/material/Link'
import type { ApiLogEntry } from '../../../contract/partner/logs'
import { numberFormat } from '../../providers/format/intl'
import { MONOSPACE } from '../theme/theme'
import { Instant } from '../Instant'
import { NOTHING } from '../Muted'
import { PlainTable } from '../PlainTable'
import { useFormat } from '../useFormat'
import { CallStatus } from './CallStatus'
import { SecondaryText } from '../SecondaryText'

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
    <PlainTable<ApiLogEntry>
      label={t('app.calls.title')}
      rows={calls}
      keyOf={({ id }) => id}
      busy={busy}
      minWidth={820}
      columns={[
        { label: t('app.calls.when'), cell: ({ at }) => <Instant value={at} /> },
        {
          label: t('app.calls.request'),
          cell: ({ id, method, path }) => (
            <Link
              component="button"
              type="button"
              dir="ltr"
              onClick={() => onOpen(id)}
              sx={{ fontFamily: MONOSPACE, fontSize: 'caption.fontSize', textAlign: 'left', overflowWrap: 'anywhere' }}
            >
              {method} {path}
            </Link>
          ),
        },
        { label: t('app.calls.answer'), cell: (call) => <CallStatus call={call} /> },
        {
          label: t('app.calls.took'),
          isAmount: true,
          cell: ({ duration_ms: ms }) => t('app.calls.ms', { ms: numberFormat(locale).format(ms) }),
        },
        {
          label: t('app.calls.trip'),
          cell: ({ partner_reference: own, trip_reference: ours }) => <bdi>{own ?? ours ?? NOTHING}</bdi>,
        },
        {
          label: t('app.calls.by'),
          cell: ({ credential, environment }) => (
            <>
              {credential ? <bdi>{credential.name}</bdi> : t('app.calls.portal')}
              <SecondaryText component="span">
                {' · '}
                {t(`choices.environments.${environment}`)}
              </SecondaryText>
            </>
          ),
        },
      ]}
    />
  )
}
