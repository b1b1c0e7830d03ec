import { isHireTooLong } from '../../../../contract/core/hire-length'
import { HIRE_MAX_DAYS } from '../../../../contract/core/limits/sales'
import { fromZonedInput } from '../../../providers/format/dates'
import { numberFormat } from '../../../providers/format/intl'
import { DateBox } from '../../../ui/DateBox'
import { useFormat } from '../../../ui/useFormat'

interface HireEndBoxProps {
  /** Wall-clock times where the hire starts, `2030-05-20T08:30`; empty = not set. */
  starts: string
  ends: string
  /** IANA zone of that place. */
  zone: string
  onEnds: (ends: string) => void
}

/** Input of the end of a hire, with a message when the maximum duration is exceeded. */
export function HireEndBox({ starts, ends, zone, onEnds }: HireEndBoxProps) {
  const { t, locale } = useFormat()
  const [from, to] = [fromZonedInput(starts, zone), fromZonedInput(ends, zone)]
  const isTooLong = from !== null && to !== null && isHireTooLong(from, to)
  return (
    <DateBox
      kind="dayTime"
      label={t('resources.reservations.fields.hire_ends_at')}
      value={ends}
      zone={zone}
      onChange={onEnds}
      error={isTooLong}
      helperText={isTooLong && t('app.desk.hireTooLong', { days: numberFormat(locale).format(HIRE_MAX_DAYS) })}
    />
  )
}
