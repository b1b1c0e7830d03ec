import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Journey } from '../../../contract/entities/journey'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import { labelOf } from '../../kit/labels'
import { OperatedBy } from '../../features/reassignment/operators'
import { RecordLink } from '../../kit/RecordLink'
import { Card } from '../../kit/RecordSections'
import { SecondaryText } from '../../ui/Text'

const ROWS = [
  ['vehicle_id', 'vehicles'],
  ['driver_id', 'staff'],
  ['co_driver_id', 'staff'],
] as const

interface CrewCardProps {
  journey: Journey
  /** Opens the assignment dialog; undefined when it may not be changed. */
  onAssign: (() => void) | undefined
}

/** Vehicle, staff and operator of a journey. */
export function CrewCard({ journey, onAssign }: CrewCardProps) {
  const { t } = useFormat()
  const isFarmedOut = journey.operated_by_partner_id !== null
  return (
    <Card
      title={t('app.section.resources')}
      action={
        onAssign && (
          <Button variant="outlined" onClick={onAssign}>
            {t('app.operations.assign.open')}
          </Button>
        )
      }
    >
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 6, rowGap: 2 }}>
        {isFarmedOut && (
          <Box sx={{ display: 'contents' }}>
            <SecondaryText component="dt" size="body2">
              {t('app.operations.operator.by')}
            </SecondaryText>
            <Box component="dd" sx={{ m: 0 }}>
              <OperatedBy job={journey} />
              <SecondaryText size="caption">{t('app.operations.operator.own')}</SecondaryText>
            </Box>
          </Box>
        )}
        {ROWS.map(([field, resource]) => {
          const id = journey[field]
          if (id === null && (field === 'co_driver_id' || isFarmedOut)) return null
          return (
            <Box key={field} sx={{ display: 'contents' }}>
              <SecondaryText component="dt" size="body2">
                {labelOf(t, 'journeys', field)}
              </SecondaryText>
              <Box component="dd" sx={{ m: 0 }}>
                {id === null ? (
                  <Muted>{t('app.operations.assign.missing')}</Muted>
                ) : (
                  <RecordLink resource={resource} id={id} />
                )}
              </Box>
            </Box>
          )
        })}
        <SecondaryText component="dt" size="body2">
          {labelOf(t, 'journeys', 'vehicle_type_id')}
        </SecondaryText>
        <Box component="dd" sx={{ m: 0 }}>
          <RecordLink resource="vehicle-types" id={journey.vehicle_type_id} />
        </Box>
      </Box>
    </Card>
  )
}
