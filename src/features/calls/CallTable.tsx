import Link from '@mui/material/Link'
import Box from '@mui/material/Box'
import type { ApiLogEntry } from '../../../contract/partner/logs'
import { numberFormat } from '../../providers/format/intl'
import { MONOSPACE } from '../../ui/theme/theme'
import { Instant } from '../../ui/Instant'
import { NOTHING } from '../../ui/Muted'
import { PlainTable } from '../../ui/PlainTable'
import { useFormat } from '../../ui/useFormat'
import { SecondaryText } from '../../ui/Text'
import type { ToneName } from '../../ui/theme/palette'

interface CallTableProps {
  /** Undefined while loading. */
  calls: ApiLogEntry[] | undefined
  busy: boolean
  onOpen: (id: string) => void
}

/** Table of calls, the latest first. */
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
        { label: t('app.calls.when'), width: '13%', cell: ({ at }) => <Instant value={at} /> },
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
        { label: t('app.calls.answer'), width: '17%', cell: (call) => <CallStatus call={call} /> },
        {
          label: t('app.calls.took'),
          width: '11%',
          isAmount: true,
          cell: ({ duration_ms: ms }) => t('app.calls.ms', { ms: numberFormat(locale).format(ms) }),
        },
        {
          label: t('app.calls.trip'),
          width: '15%',
          cell: ({ partner_reference: own, trip_reference: ours }) => <bdi>{own ?? ours ?? NOTHING}</bdi>,
        },
        {
          label: t('app.calls.by'),
          width: '17%',
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

const REFUSED = 400
const FAILED = 500

const toneOf = (status: number): ToneName => (status >= FAILED ? 'danger' : status >= REFUSED ? 'warning' : 'success')

/** Status of a call, with the problem code of a refusal. */
export function CallStatus({ call }: { call: Pick<ApiLogEntry, 'status' | 'problem_code'> }) {
  return (
    <Box
      component="bdi"
      sx={{ overflowWrap: 'anywhere', color: (theme) => theme.colours.tones[toneOf(call.status)].ink }}
    >
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {call.status}
      </Box>
      {call.problem_code && ` ${call.problem_code}`}
    </Box>
  )
}
