import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'
import { useReference } from 'react-admin'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { Vehicle } from '../../../contract/entities/vehicle'
import type { VehicleType } from '../../../contract/entities/vehicle-type'
import { useMay } from '../../providers/auth/useSession'
import { Expiry } from '../../resolver/Expiry'
import { WeekCalendar } from '../../resolver/WeekCalendar'
import { useFormat } from '../../ui/useFormat'
import { RecordPage } from '../builder/GeneratedShow'
import { labelOf } from '../builder/labels'
import { RecordHeader } from '../builder/RecordHeader'
import { useStationZone } from '../builder/RecordLink'
import { RecordSections } from '../builder/RecordSections'
import { represent, specOf } from '../builder/registry'
import type { AnyRecord } from '../builder/resource'
import { History } from '../journeys/History'

const Resolver = lazy(() => import('../../resolver/Resolver'))

/** A vehicle: its week, what runs out, what is known of it; and the way to take it out of service. */
export default function VehicleShow() {
  const spec = specOf('vehicles')
  return <RecordPage spec={spec}>{(record) => <Whole record={record} />}</RecordPage>
}

function Whole({ record }: { record: AnyRecord }) {
  const { t, language } = useFormat()
  const [query] = useSearchParams()
  const vehicle = record as unknown as Vehicle
  const maySettle = useMay('edit', 'journeys')
  const zone = useStationZone(vehicle.home_station_id) ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const { referenceRecord: type } = useReference<VehicleType>({
    reference: 'vehicle-types',
    id: vehicle.vehicle_type_id,
  })
  if (maySettle && query.get('view') === 'resolve')
    return (
      <Suspense fallback={null}>
        <Resolver kind="vehicle" id={vehicle.id} name={represent('vehicles', record, language)} zone={zone} />
      </Suspense>
    )
  return (
    <>
      <RecordHeader
        spec={specOf('vehicles')}
        record={record}
        actions={
          maySettle &&
          vehicle.status !== 'retired' && (
            <Button component={RouterLink} to="?view=resolve" variant="outlined">
              {t('app.depot.resolve.open.vehicle')}
            </Button>
          )
        }
      />
      <Expiry
        dates={[
          [labelOf(t, 'vehicles', 'inspection_expires_on'), vehicle.inspection_expires_on],
          [labelOf(t, 'vehicles', 'insurance_expires_on'), vehicle.insurance_expires_on],
        ]}
      />
      <Box sx={{ display: 'grid', gap: 4 }}>
        <WeekCalendar kind="vehicle" id={vehicle.id} zone={zone} turnaroundMin={type?.turnaround_min ?? 0} />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
            gap: 4,
            alignItems: 'start',
          }}
        >
          <RecordSections spec={specOf('vehicles')} record={record} />
          <History resource="vehicles" id={vehicle.id} />
        </Box>
      </Box>
    </>
  )
}
