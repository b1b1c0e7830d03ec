import LuggageIcon from '@mui/icons-material/LuggageOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ManifestParty } from '../../../../contract/operations/manifest'
import { formatMoney } from '../../../providers/format/money'
import { PhoneText } from '../../../ui/PhoneText'
import { Row } from '../../../ui/Rows'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { ReferenceLink } from '../../../kit/RecordLink'
import { textIn } from '../../../kit/text'
import { choiceKey } from '../../../kit/vocabularies'
import { NeedMarks } from '../NeedMarks'
import { travelling } from './parties'
import { SecondaryText, Text } from '../../../ui/Text'

/** A booking with the details for the driver. @param to name of the alighting stop */
export function PartyLine({ party, to }: { party: ManifestParty; to: string }) {
  const { t, locale } = useFormat()
  const people = travelling(party)
  const names = people.map(({ name }) => name).filter((name) => name !== null && name !== party.lead_name)
  return (
    <Row sx={{ gap: 0, columnGap: 4, rowGap: 0.5, alignItems: 'stretch', borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'baseline' }}>
          <Text component="span" weight="medium">
            {party.lead_name}
          </Text>
          <span>{t('app.reservation.seats', { smart_count: people.length })}</span>
          <ReferenceLink id={party.reservation_id} reference={party.reference} />
        </Box>
        <SecondaryText size="caption">
          {[t('app.operations.manifest.to', { station: to }), ...names].join(' · ')}
        </SecondaryText>
        <Needs party={party} />
        {party.customer_notes && <Box sx={{ fontSize: 'caption.fontSize', mt: 0.5 }}>{party.customer_notes}</Box>}
      </Box>
      <Box sx={{ textAlign: { sm: 'right' } }}>
        <StatusMark value={party.status} label={t(choiceKey('reservationStatuses', party.status))} />
        {party.lead_phone && (
          <Box>
            <Link href={`tel:${party.lead_phone}`} color="text.secondary">
              <PhoneText>{party.lead_phone}</PhoneText>
            </Link>
          </Box>
        )}
        {party.amount_due_minor > 0 && (
          <Box sx={{ color: 'warning.main', fontWeight: 550 }}>
            {t('app.reservation.owed', { amount: formatMoney(party.amount_due_minor, party.currency, locale) })}
          </Box>
        )}
      </Box>
    </Row>
  )
}

/** Needs and luggage of a booking, each as icon and word. */
function Needs({ party }: { party: ManifestParty }) {
  const { language } = useFormat()
  const people = travelling(party)
  if (people.every(({ needs }) => needs.length === 0) && party.extras.length === 0) return null
  return (
    <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', mt: 0.5, fontSize: 'caption.fontSize' }}>
      <NeedMarks passengers={people} />
      {party.extras.map(({ addon_id, name, quantity, category }) => (
        <Box key={addon_id} component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
          {category === 'luggage' && <LuggageIcon fontSize="tiny" sx={{ color: 'text.secondary' }} />}
          {`${quantity} × ${textIn(name, language)}`}
        </Box>
      ))}
    </Box>
  )
}
