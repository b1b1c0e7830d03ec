import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useRefresh } from 'react-admin'
import type { Partner } from '../../../contract/entities/partner'
import { useMay } from '../../providers/auth/useSession'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { call } from '../../providers/http/call'

const STOPS = ['keys', 'people', 'holds', 'trips'] as const
/** Transition offered for each status; the partner form has the others. */
const STEPS = {
  draft: { task: 'approve', to: 'active' },
  active: { task: 'suspend', to: 'suspended' },
  suspended: { task: 'resume', to: 'active' },
} as const

/** Approves, suspends or resumes a partner, after explaining the effect. */
export function PartnerStatus({ partner }: { partner: Partner }) {
  const { t } = useFormat()
  const refresh = useRefresh()
  const mayDecide = useMay('edit', 'partners')
  const [asking, setAsking] = useState(false)
  if (!mayDecide || partner.status === 'terminated') return null
  const { task, to } = STEPS[partner.status]
  const isGrave = task === 'suspend'
  const word = t(`app.partnerDesk.${task}`)
  return (
    <>
      <Button color={isGrave ? 'error' : 'primary'} variant="outlined" onClick={() => setAsking(true)}>
        {word}
      </Button>
      {asking && (
        <TaskDialog
          grave={isGrave}
          title={
            isGrave ? t('app.partnerDesk.suspendTitle', { name: partner.trading_name ?? partner.legal_name }) : word
          }
          text={t(`app.partnerDesk.${task}Text`)}
          action={word}
          onConfirm={async () => {
            await call('PATCH /partners/:id', {
              params: { id: partner.id },
              body: { status: to },
              ifMatch: partner.version,
            })
            setAsking(false)
            refresh()
          }}
          onClose={() => setAsking(false)}
        >
          {() =>
            isGrave && (
              <Box component="ul" sx={{ m: 0, paddingInlineStart: 5, display: 'grid', gap: 1 }}>
                {STOPS.map((what) => (
                  <li key={what}>{t(`app.partnerDesk.stops.${what}`)}</li>
                ))}
              </Box>
            )
          }
        </TaskDialog>
      )}
    </>
  )
}
