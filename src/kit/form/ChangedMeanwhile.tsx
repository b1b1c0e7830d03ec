import Alert from '@mui/material/Alert'
import { useRecordWatch } from '../../providers/live/LiveProvider'
import { useFormat } from '../../ui/useFormat'

/** Tells who changed the record while its form is open; what is typed stays. */
export function ChangedMeanwhile({ resource, id }: { resource: string; id: string }) {
  const { t } = useFormat()
  const change = useRecordWatch(resource, id)
  if (!change) return null
  const done = change.change === 'deleted' ? 'deleted' : 'changed'
  const name = change.by?.name
  return (
    <Alert severity={done === 'deleted' ? 'error' : 'warning'} sx={{ mb: 4 }}>
      {name ? t(`app.live.${done}By`, { name }) : t(`app.live.${done}BySystem`)}
    </Alert>
  )
}
