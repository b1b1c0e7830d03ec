import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { Allotment } from '../../../../contract/entities/allotment'
import { weekdayNames } from '../../../format/names'
import { api } from '../../../providers/http/api'
import { useMay } from '../../../providers/auth/useSession'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { RecordLink } from '../../builder/RecordLink'
import { Card } from '../../builder/RecordSections'
import { AllotmentDialog } from './AllotmentDialog'

const PAGE = { page: 1, perPage: 100 }
const SORT = { field: 'created_at', order: 'ASC' } as const

/** Seats that are set aside for a partner. */
export function Allotments({ partnerId }: { partnerId: string }) {
  const format = useFormat()
  const { t, locale } = format
  const mayDecide = useMay('edit', 'allotments')
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Allotment | null>(null)
  const { data, error, refetch } = useGetList<Allotment>('allotments', {
    pagination: PAGE,
    sort: SORT,
    filter: { partner_id: partnerId },
  })
  const done = () => {
    setAdding(false)
    setRemoved(null)
    void refetch()
  }
  const dayOf = (weekday: number) => weekdayNames(locale, 'long').find(({ day }) => day === weekday)?.name
  return (
    <Card
      title={t('app.partnerDesk.allot.title')}
      action={
        mayDecide && (
          <Button variant="outlined" onClick={() => setAdding(true)}>
            {t('app.partnerDesk.allot.add')}
          </Button>
        )
      }
    >
      {error && <Alert severity="error">{problemText(error, format)}</Alert>}
      {!data && !error && <Skeleton height={44} />}
      {data?.length === 0 && <Muted>{t('app.partnerDesk.allot.none')}</Muted>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13 }}>
        {data?.map((allotment) => (
          <Box
            component="li"
            key={allotment.id}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, minHeight: 40 }}
          >
            <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
              {allotment.route_id !== null && <RecordLink resource="routes" id={allotment.route_id} />}
              {allotment.journey_id !== null && <RecordLink resource="journeys" id={allotment.journey_id} />}
              {allotment.weekday !== null && ` · ${dayOf(allotment.weekday) ?? ''}`}
            </Box>
            <Box sx={{ color: 'text.secondary' }}>
              {t('app.partnerDesk.allot.line', { seats: allotment.seats, hours: allotment.release_hours_before })}
            </Box>
            {mayDecide && (
              <Button color="error" onClick={() => setRemoved(allotment)}>
                {t('app.partnerDesk.allot.remove')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {adding && <AllotmentDialog partnerId={partnerId} onDone={done} onClose={() => setAdding(false)} />}
      {removed && (
        <TaskDialog
          grave
          title={t('app.partnerDesk.allot.remove')}
          text={t('app.partnerDesk.allot.removeText')}
          action={t('app.partnerDesk.allot.remove')}
          onConfirm={async () => {
            await api(`/allotments/${encodeURIComponent(removed.id)}/`, {
              method: 'DELETE',
              headers: { 'If-Match': `"${removed.version}"` },
            })
            done()
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  )
}
