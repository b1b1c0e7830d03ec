import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState, type ReactNode } from 'react'
import type { Allotment } from '../../../contract/entities/allotment'
import { useMay } from '../../providers/auth/useSession'
import { call } from '../../providers/http/call'
import { LineSkeleton } from '../../ui/LineSkeleton'
import { Muted } from '../../ui/Muted'
import { latestOf } from '../../ui/latestOf'
import { problemText } from '../../ui/problemText'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { Card } from '../../kit/RecordSections'
import { AllotmentDialog, type AllotmentScope } from './AllotmentDialog'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/Text'

/** Height of one row, reserved while loading and when there is none. */
const LINE_HEIGHT_PX = 40

interface AllotmentListProps {
  scope: AllotmentScope
  /** Undefined while loading. */
  allotments: readonly Allotment[] | undefined
  error: unknown
  refetch: () => unknown
  /** Text of an empty list. */
  none: string
  /** Renders the departures or the partner of an allotment. */
  children: (allotment: Allotment) => ReactNode
}

/** Lists allotments, with buttons to create and release them. */
export function AllotmentList({ scope, allotments, error, refetch, none, children }: AllotmentListProps) {
  const format = useFormat()
  const { t } = format
  const mayDecide = useMay('edit', 'allotments')
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Allotment | null>(null)
  const termsOf = ({ seats, release_hours_before: hours }: Allotment) =>
    t('app.partnerDesk.allot.line', { seats, hours })
  const done = () => {
    setAdding(false)
    setRemoved(null)
    refetch()
  }
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
      <Box sx={{ minHeight: LINE_HEIGHT_PX }}>
        {Boolean(error) && <Alert severity="error">{problemText(error, format)}</Alert>}
        {!allotments && !error && <LineSkeleton>{none}</LineSkeleton>}
        {allotments?.length === 0 && <Muted>{none}</Muted>}
        <PlainList sx={{ fontSize: 'body2.fontSize' }}>
          {allotments?.map((allotment) => (
            <Box
              component="li"
              key={allotment.id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 3,
                py: 1,
                minHeight: LINE_HEIGHT_PX,
                '& + &': { borderBlockStart: 1, borderColor: 'divider' },
              }}
            >
              <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>{children(allotment)}</Box>
              <SecondaryText>{termsOf(allotment)}</SecondaryText>
              {mayDecide && (
                <Button color="error" onClick={() => setRemoved(allotment)}>
                  {t('app.partnerDesk.allot.remove')}
                </Button>
              )}
            </Box>
          ))}
        </PlainList>
      </Box>
      {adding && <AllotmentDialog scope={scope} onDone={done} onClose={() => setAdding(false)} />}
      {removed && (
        <TaskDialog
          grave
          title={t('app.partnerDesk.allot.remove')}
          text={t('app.partnerDesk.allot.removeText')}
          action={t('app.partnerDesk.allot.remove')}
          onConfirm={async () => {
            const { id, version } = latestOf(allotments, removed)
            await call('DELETE /allotments/:id', { params: { id }, ifMatch: version })
            done()
          }}
          onClose={() => setRemoved(null)}
        >
          {() => (
            <Box sx={{ fontSize: 'body2.fontSize' }}>
              {children(removed)}
              <SecondaryText>{termsOf(removed)}</SecondaryText>
            </Box>
          )}
        </TaskDialog>
      )}
    </Card>
  )
}
