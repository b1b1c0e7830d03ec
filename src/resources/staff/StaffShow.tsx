import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'

import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { Staff } from '../../../contract/entities/staff'

import { useMay } from '../../providers/auth/useSession'
import { Expiry } from '../../resolver/Expiry'
import { WeekCalendar } from '../../resolver/WeekCalendar'
import { useFormat } from '../../ui/useFormat'
import { RecordPage } from '../builder/GeneratedShow'
import { labelOf } from '../builder/labels'
import { RecordHeader } from '../builder/RecordHeader'

import { RecordSections } from '../builder/RecordSections'
import { represent, specOf } from '../builder/registry'
import type { AnyRecord } from '../builder/resource'
import { History } from '../journeys/History'

const Resolver = lazy(() => import('../../resolver/Resolver'))

/** A person: their week, what runs out, what is known of them; and the way to say that they are absent. */
export default function StaffShow() {
  const spec = specOf('staff')
  return <RecordPage spec={spec}>{(record) => <Whole record={record} />}</RecordPage>
}

function Whole({ record }: { record: AnyRecord }) {
  const { t, language } = useFormat()
  const [query] = useSearchParams()
  const staff = record as unknown as Staff
  const maySettle = useMay('edit', 'journeys')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (maySettle && query.get('view') === 'resolve')
    return (
      <Suspense fallback={null}>
        <Resolver kind="staff" id={staff.id} name={represent('staff', record, language)} zone={zone} />
      </Suspense>
    )
  return (
    <>
      <RecordHeader
        spec={specOf('staff')}
        record={record}
        actions={
          maySettle &&
          staff.status !== 'left' && (
            <Button component={RouterLink} to="?view=resolve" variant="outlined">
              {t('app.depot.resolve.open.staff')}
            </Button>
          )
        }
      />
      <Expiry
        dates={[
          [labelOf(t, 'staff', 'licence_expires_on'), staff.licence_expires_on],
          [labelOf(t, 'staff', 'medical_expires_on'), staff.medical_expires_on],
        ]}
      />
      <Box sx={{ display: 'grid', gap: 4 }}>
        <WeekCalendar kind="staff" id={staff.id} zone={zone} />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
            gap: 4,
            alignItems: 'start',
          }}
        >
          <RecordSections spec={specOf('staff')} record={record} />
          <History resource="staff" id={staff.id} />
        </Box>
      </Box>
    </>
  )
}
