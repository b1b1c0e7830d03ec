import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { ArrayField, ReferenceManyField, SimpleList, useListContext, useRecordContext } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { VehicleType } from '../../../contract/entities/vehicle-type'
import { StatusField } from '../../kit/fields/ChoiceFields'
import { InstantField } from '../../kit/fields/DateFields'
import { CodeField, PlateField } from '../../kit/fields/TextFields'
import { labelOf, resourceName } from '../../kit/labels'
import { listLink } from '../../kit/list/listLink'
import { Card } from '../../kit/RecordSections'
import { RecordAndHistory, Show } from '../../kit/Show'
import { useMay } from '../../providers/auth/useSession'
import { Muted } from '../../ui/Muted'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'

const BY_FLEET_CODE = { field: 'fleet_code', order: 'ASC' } as const
/** Vehicles on the page of their type; the list of vehicles shows all. */
const VEHICLES = 5
/** Height of the vehicles, reserved while they are read. */
const VEHICLES_PX = 240

// The page shows why the vehicles could not be read; a notification would repeat it.
const QUERY_OPTIONS = { onError: () => undefined }

type ShortJourney = NonNullable<VehicleType['short_journeys']>[number]

/** Page of a vehicle type, with its vehicles and its overbooked journeys. */
export default function VehicleTypeShow() {
  return (
    <Show resource="vehicle-types">
      <RecordAndHistory>
        <Vehicles />
        <OverbookedJourneys />
      </RecordAndHistory>
    </Show>
  )
}

function Vehicles() {
  const { t } = useFormat()
  const type = useRecordContext<VehicleType>()
  if (!useMay('list', 'vehicles') || !type) return null
  return (
    <Card
      title={resourceName(t, 'vehicles')}
      action={
        <Button component={RouterLink} to={listLink('vehicles', { vehicle_type_id: type.id })}>
          {t('app.search.all', { name: resourceName(t, 'vehicles') })}
        </Button>
      }
    >
      <Box sx={{ minHeight: VEHICLES_PX }}>
        <ReferenceManyField
          reference="vehicles"
          target="vehicle_type_id"
          sort={BY_FLEET_CODE}
          perPage={VEHICLES}
          loading={<Skeleton variant="rounded" height={VEHICLES_PX} aria-busy />}
          error={<ReadFailure />}
          queryOptions={QUERY_OPTIONS}
        >
          <SimpleList
            rowClick="show"
            empty={<Muted>{t('resources.vehicles.empty')}</Muted>}
            primaryText={<PlateField source="registration_plate" />}
            secondaryText={<CodeField source="fleet_code" />}
            tertiaryText={() => <StatusField source="status" vocabulary="vehicleStatuses" />}
          />
        </ReferenceManyField>
      </Box>
    </Card>
  )
}

/** The journeys on which more is sold than the type has; nothing if there are none. */
function OverbookedJourneys() {
  const { t } = useFormat()
  const { short_journeys: journeys = [] } = useRecordContext<VehicleType>() ?? {}
  if (journeys.length === 0) return null
  return (
    <Card title={labelOf(t, 'vehicle-types', 'short_journeys')}>
      <ArrayField source="short_journeys" resource="journeys">
        <SimpleList<ShortJourney>
          resource="journeys"
          rowClick="show"
          primaryText={<CodeField source="code" />}
          secondaryText={<InstantField source="departs_at" />}
          tertiaryText={({ passengers_to_move: count }) => t('app.board.toMove', { count })}
        />
      </ArrayField>
    </Card>
  )
}

function ReadFailure() {
  const format = useFormat()
  const { error } = useListContext()
  return <Alert severity="warning">{problemText(error, format)}</Alert>
}
