import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useReference } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Journey } from '../../../contract/entities/journey'
import { daysBetween, formatDate, toZonedInput } from '../../format/dates'
import { formatMinutes } from '../../format/durations'
import { useMay } from '../../providers/auth/useSession'
import { Instant } from '../../ui/Instant'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { RecordPage } from '../builder/GeneratedShow'
import { resourceName } from '../builder/labels'
import { RecordHeader } from '../builder/RecordHeader'
import { RecordLink } from '../builder/RecordLink'
import { Card, RecordSections } from '../builder/RecordSections'
import { specOf } from '../builder/registry'
import type { AnyRecord } from '../builder/resource'
import { choiceKey } from '../builder/vocabularies'
import { Calls } from './Calls'

/** A journey: its calls with times and load first, then who and what runs it, and how it sells. */
export default function JourneyShow() {
  const spec = specOf('journeys')
  return (
    <RecordPage spec={spec}>
      {(record) => (
        <>
          <JourneyHeader record={record} />
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
              gap: 4,
              alignItems: 'start',
            }}
          >
            <CallsCard record={record} />
            <RecordSections spec={spec} record={record} only={['resources', 'sales', 'state']} />
          </Box>
        </>
      )}
    </RecordPage>
  )
}

function JourneyHeader({ record }: { record: AnyRecord }) {
  const { t, locale } = useFormat()
  const journey = record as unknown as Journey
  const mayBook = useMay('list', 'reservations')
  const filter = JSON.stringify({ journey_id: journey.id })
  const query = new URLSearchParams({ filter, page: '1', displayedFilters: '{}' }).toString()
  const overnight = daysBetween(journey.service_date, toZonedInput(journey.departs_at, journey.timezone).slice(0, 10))
  return (
    <RecordHeader
      spec={specOf('journeys')}
      record={record}
      subtitle={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, alignItems: 'center' }}>
          <RecordLink resource="routes" id={journey.route_id} />
          <span>
            {formatDate(journey.service_date, locale, {
              weekday: 'short',
              day: 'numeric',
              month: 'short',
              year: 'numeric',
            })}
          </span>
          <span>
            <Instant value={journey.departs_at} zone={journey.timezone} timeOnly />
            {overnight > 0 && ` +${overnight}`}
          </span>
          <StatusMark
            value={journey.availability_status}
            label={t(choiceKey('availabilityStatuses', journey.availability_status))}
          />
          {journey.delay_min !== 0 && (
            <Box component="span" sx={{ color: 'warning.main', fontWeight: 550 }}>
              {t(journey.delay_min > 0 ? 'app.journey.late' : 'app.journey.early', {
                time: formatMinutes(Math.abs(journey.delay_min), locale),
              })}
            </Box>
          )}
        </Box>
      }
      actions={
        mayBook && (
          <Button component={RouterLink} to={`/reservations?${query}`} variant="outlined">
            {resourceName(t, 'reservations')}
          </Button>
        )
      }
    />
  )
}

function CallsCard({ record }: { record: AnyRecord }) {
  const { t } = useFormat()
  const journey = record as unknown as Journey
  const { referenceRecord: route } = useReference<AnyRecord>({ reference: 'routes', id: journey.route_id })
  const color: unknown = route?.['color']
  return (
    <Card title={t('app.section.calls')}>
      <Calls journey={journey} color={typeof color === 'string' ? color : null} />
    </Card>
  )
}
