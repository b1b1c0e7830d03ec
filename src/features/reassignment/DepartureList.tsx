import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import Skeleton from '@mui/material/Skeleton'
import type { Journey } from '../../../contract/entities/journey'
import { foreignZone, formatDate, formatTime, toZonedInput } from '../../providers/format/dates'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { choiceKey } from '../../kit/vocabularies'
import { SecondaryText, Text } from '../../ui/Text'

interface DepartureListProps {
  /** Undefined while loading. */
  departures: Journey[] | undefined
  /** Ids in order of preference. */
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  label: string
  /** IANA zone of the times; the zone of each departure unless given. */
  zone?: string
}

/** Selects the departures that passengers can be moved to, in the order in which they are checked. */
export function DepartureList({ departures, chosen, onChange, label, zone }: DepartureListProps) {
  const { t, locale } = useFormat()
  if (!departures) return <Skeleton height={120} />
  if (departures.length === 0) return <SecondaryText>{t('app.operations.cancel.noOther')}</SecondaryText>
  return (
    <FormGroup aria-label={label}>
      {departures.map(({ id, departs_at, timezone, seats_left, availability_status }) => {
        const shownIn = zone ?? timezone
        return (
          <FormControlLabel
            key={id}
            sx={{ mx: 0, minHeight: 36 }}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(id)}
                onChange={(_event, on) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
              />
            }
            label={
              <Box
                component="span"
                sx={{ display: 'inline-flex', gap: 3, fontSize: 'body2.fontSize', flexWrap: 'wrap' }}
              >
                <Text component="span" weight="medium">
                  {formatTime(departs_at, { locale, zone: shownIn })}{' '}
                  {foreignZone(departs_at, { locale, zone: shownIn })}
                </Text>
                <span>
                  {formatDate(toZonedInput(departs_at, shownIn).slice(0, 10), locale, {
                    weekday: 'short',
                    day: 'numeric',
                    month: 'short',
                  })}
                </span>
                <StatusMark
                  value={availability_status}
                  label={
                    seats_left > 0
                      ? t('app.reservation.left', { smart_count: seats_left })
                      : t(choiceKey('availabilityStatuses', availability_status))
                  }
                />
              </Box>
            }
          />
        )
      })}
    </FormGroup>
  )
}
