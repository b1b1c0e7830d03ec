import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resolution } from '../../../contract/operations/reassignment'
import { useMay } from '../../providers/auth/useSession'
import { useCompany } from '../../providers/data/useCompany'
import { foreignZone, formatTime } from '../../providers/format/dates'
import { call } from '../../providers/http/call'
import { useFormat } from '../../ui/useFormat'
import { UndoBar, useMillisecondsLeft } from './UndoBar'

/** Offers to undo the latest resolutions of a vehicle, a person or a journey. */
export function UndoableResolutions({ recordId }: { recordId: string }) {
  const mayEdit = useMay('edit', 'journeys')
  const [undone, setUndone] = useState<readonly Resolution[]>([])
  const { data } = useQuery({
    queryKey: ['journeys', 'undoable', recordId],
    queryFn: () => call('GET /resolutions', { query: { record_id: recordId } }),
    enabled: mayEdit,
    staleTime: 0,
  })
  const open = data?.filter(({ id }) => !undone.some((other) => other.id === id)) ?? []
  return [...undone, ...open].map((resolution) => (
    <Offer key={resolution.id} resolution={resolution} onUndone={(next) => setUndone([...undone, next])} />
  ))
}

function Offer({ resolution, onUndone }: { resolution: Resolution; onUndone: (undone: Resolution) => void }) {
  const { t, locale } = useFormat()
  const zone = useCompany()?.timezone
  const left = useMillisecondsLeft(resolution.undo_until)
  const { cause, created_by, created_at, undone_at } = resolution
  if (left === 0 && undone_at === null) return null
  const context = { locale, zone }
  const time = `${formatTime(created_at, context)} ${foreignZone(created_at, context)}`.trim()
  return (
    <Box sx={{ mb: 4 }}>
      <UndoBar resolution={resolution} onUndone={onUndone}>
        {t(`app.operations.resolve.doneBy.${cause.kind}`, { name: created_by, time })}
      </UndoBar>
    </Box>
  )
}
