import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import type { ManifestParty, ManifestPassenger } from '../../../../contract/operations/manifest'
import { MONOSPACE } from '../../../ui/theme/theme'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { choiceKey } from '../../../kit/vocabularies'
import { SecondaryText, Text } from '../../../ui/Text'

interface PassengerRowProps {
  party: ManifestParty
  passenger: ManifestPassenger
  /** Label of the tap action; null without an action. */
  action: string | null
  onTap: () => void
  /** Undoes the last step; undefined without one, or after departure. */
  onUndo: (() => void) | undefined
}

/** A passenger to check in; the whole row is a button. */
export function PassengerRow({ party, passenger, action, onTap, onUndo }: PassengerRowProps) {
  const { t } = useFormat()
  const name = passenger.name ?? party.lead_name
  const facts = [
    passenger.category === 'adult' ? '' : t(choiceKey('passengerCategories', passenger.category)),
    ...passenger.needs.map((need) => t(choiceKey('passengerNeeds', need))),
    passenger.position === 1 && party.luggage_units > 0
      ? t('app.operations.checkIn.luggage', { count: party.luggage_units })
      : '',
  ].filter(Boolean)
  return (
    <Box component="li" sx={{ display: 'flex', borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        disabled={action === null}
        onClick={onTap}
        aria-label={action === null ? undefined : `${name}: ${action}`}
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 60,
          px: 3,
          py: 2,
          gap: 3,
          justifyContent: 'flex-start',
          textAlign: 'left',
          fontSize: 15,
          '&:hover': { bgcolor: (theme) => theme.colours.hover },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Text weight="medium" breaks>
            {name}
          </Text>
          <SecondaryText size="caption">
            <Box component="span" dir="ltr" sx={{ fontFamily: MONOSPACE }}>
              {party.reference}
            </Box>
            {facts.length > 0 && ` · ${facts.join(' · ')}`}
          </SecondaryText>
        </Box>
        <StatusMark value={passenger.status} label={t(`choices.passengerStatuses.${passenger.status}`)} />
      </ButtonBase>
      {onUndo && (
        <IconButton
          onClick={onUndo}
          aria-label={`${t('ra.action.undo')}: ${name}`}
          sx={{ width: 56, borderRadius: 0, alignSelf: 'stretch' }}
        >
          <UndoIcon />
        </IconButton>
      )}
    </Box>
  )
}
