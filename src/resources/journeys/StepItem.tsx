import ListItemText from '@mui/material/ListItemText'
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem'
import type { Journey } from '../../../contract/entities/journey'
import { earliestStep, isTooEarly } from '../../../contract/entities/journey-steps'
import { formatDateTime } from '../../providers/format/dates'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import type { JourneyStep } from './journeyApi'

interface StepItemProps extends MenuItemProps {
  journey: Pick<Journey, 'departs_at' | 'timezone'>
  step: JourneyStep
  label: string
}

/** Menu item of a transition; before the transition is allowed it is disabled and shows from when it is. */
export function StepItem({ journey, step, label, ...item }: StepItemProps) {
  const { t, locale } = useFormat()
  const now = useNow()
  const operation = `${step}Journey`
  const earliest = isTooEarly(operation, journey, now) ? earliestStep(operation, journey) : null
  if (earliest === null) return <MenuItem {...item}>{label}</MenuItem>
  const time = formatDateTime(earliest, { locale, zone: journey.timezone })
  return (
    <MenuItem {...item} disabled>
      <ListItemText primary={label} secondary={t('app.operations.step.opens', { time })} />
    </MenuItem>
  )
}
