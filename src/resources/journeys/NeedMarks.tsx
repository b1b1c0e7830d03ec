import AccessibleIcon from '@mui/icons-material/Accessible'
import ChildCareIcon from '@mui/icons-material/ChildCare'
import SupportIcon from '@mui/icons-material/BackHandOutlined'
import Box from '@mui/material/Box'
import type SvgIcon from '@mui/material/SvgIcon'
import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
import { PASSENGER_NEEDS } from '../../../contract/core/vocabulary'
import { choiceKey } from '../../kit/vocabularies'
import { useFormat } from '../../ui/useFormat'

const NEED_ICONS: Record<(typeof PASSENGER_NEEDS)[number], typeof SvgIcon> = {
  wheelchair: AccessibleIcon,
  child_seat: ChildCareIcon,
  assistance: SupportIcon,
}

/** Passenger needs as icon and word, each with the number of passengers. */
export function NeedMarks({ passengers }: { passengers: readonly Pick<ReservationPassenger, 'needs'>[] }) {
  const { t } = useFormat()
  return PASSENGER_NEEDS.map((need) => {
    const Icon = NEED_ICONS[need]
    const count = passengers.filter(({ needs }) => needs.includes(need)).length
    return count === 0 ? null : (
      <Box
        key={need}
        component="span"
        sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', color: 'warning.main' }}
      >
        <Icon fontSize="tiny" />
        {count > 1 ? `${count} × ` : ''}
        {t(choiceKey('passengerNeeds', need))}
      </Box>
    )
  })
}
