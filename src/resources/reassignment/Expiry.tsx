import Box from '@mui/material/Box'
import { daysBetween, formatDate, today } from '../../providers/format/dates'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { Outcome } from '../../ui/Outcome'

const SOON_DAYS = 30

/** What runs out soon or has run out, by name: an inspection, a licence. Nothing while all is well. */
export function Expiry({ dates }: { dates: readonly (readonly [label: string, day: string | null])[] }) {
  const { t, locale } = useFormat()
  const day = today(useNow())
  const near = dates.flatMap(([label, until]) =>
    until !== null && daysBetween(day, until) <= SOON_DAYS ? [{ label, until, left: daysBetween(day, until) }] : [],
  )
  if (near.length === 0) return null
  return (
    <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', mb: 4, fontSize: 'body2.fontSize' }}>
      {near.map(({ label, until, left }) => (
        <Outcome
          key={label}
          state={left < 0 ? 'cancelled' : 'failed'}
          text={t(left < 0 ? 'app.depot.expiry.over' : 'app.depot.expiry.soon', {
            what: label,
            date: formatDate(until, locale),
          })}
        />
      ))}
    </Box>
  )
}
