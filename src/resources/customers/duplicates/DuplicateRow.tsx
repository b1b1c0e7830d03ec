import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { CustomerInBrief, DuplicatePair } from '../../../../contract/operations/customer-merge'
import { numberFormat } from '../../../providers/format/intl'
import { useMay } from '../../../providers/auth/useSession'
import { BreakableEmail } from '../../../ui/BreakableEmail'
import { PhoneText } from '../../../ui/PhoneText'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { represent } from '../../../kit/registry'
import { recordPath } from '../../../kit/recordPaths'
import { call } from '../../../providers/http/call'
import { comparisonOf } from './duplicatesApi'
import { SecondaryText } from '../../../ui/Text'
import { WrappingRow } from '../../../ui/Column'

/** A pair of customers, their matching data and the available actions. */
export function DuplicateRow({ pair: { one, other, evidence } }: { pair: DuplicatePair }) {
  const format = useFormat()
  const { t, language } = format
  const notify = useNotify()
  const queries = useQueryClient()
  const mayMerge = useMay('delete', 'customers')
  const mayDistinguish = useMay('edit', 'customers')
  const names = {
    one: represent('customers', { ...one }, language),
    other: represent('customers', { ...other }, language),
  }
  const apart = useMutation({
    mutationFn: () => call('POST /customers/:id/distinguish', { params: { id: one.id }, body: { other_id: other.id } }),
    onSuccess: () => {
      notify('app.duplicates.toldApart', { type: 'info' })
      return queries.invalidateQueries({ queryKey: ['customers', 'duplicates'] })
    },
    onError: (refusal) => notify(problemText(refusal, format), { type: 'error' }),
  })
  return (
    <Box component="li" sx={{ px: 4, py: 3, display: 'flex', gap: 4, flexWrap: 'wrap', alignItems: 'center' }}>
      <InBrief customer={one} name={names.one} />
      <InBrief customer={other} name={names.other} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', flex: '0 1 112px' }}>
        {evidence.map((kind) => (
          <Chip key={kind} size="small" variant="outlined" label={t(`choices.duplicateEvidence.${kind}`)} />
        ))}
      </Box>
      <WrappingRow>
        {mayDistinguish && (
          <Button
            loading={apart.isPending}
            aria-label={t('app.duplicates.areTwoOf', names)}
            onClick={() => apart.mutate()}
          >
            {t('app.duplicates.areTwo')}
          </Button>
        )}
        {mayMerge && (
          <Button
            component={RouterLink}
            to={comparisonOf(one.id, other.id)}
            variant="outlined"
            aria-label={t('app.duplicates.compareOf', names)}
          >
            {t('app.duplicates.compare')}
          </Button>
        )}
      </WrappingRow>
    </Box>
  )
}

function InBrief({ customer, name }: { customer: CustomerInBrief; name: string }) {
  const { t, locale } = useFormat()
  const { id, phone, email, reservations } = customer
  return (
    <Box sx={{ flex: '1 1 220px', minWidth: 0, fontSize: 'body2.fontSize' }}>
      <Link component={RouterLink} to={recordPath('customers', id)} color="inherit" sx={{ fontWeight: 550 }}>
        <bdi>{name}</bdi>
      </Link>
      <SecondaryText breaks>
        {phone && (
          <div>
            <PhoneText>{phone}</PhoneText>
          </div>
        )}
        {email && (
          <bdi dir="ltr">
            <BreakableEmail>{email}</BreakableEmail>
          </bdi>
        )}
      </SecondaryText>
      <SecondaryText>
        {t('app.duplicates.reservations', { total: numberFormat(locale).format(reservations) })}
      </SecondaryText>
    </Box>
  )
}
