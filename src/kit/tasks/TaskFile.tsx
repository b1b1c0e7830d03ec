import { saveBytes } from '../../providers/http/files'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Task } from '../../../contract/operations/tasks'
import { fileSize } from '../../providers/format/sizes'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'

/** Hands out the file that a task has made, while it is kept. */
export function TaskFile({ task: { id, file } }: { task: Task }) {
  const format = useFormat()
  const notify = useNotify()
  const now = useNow()
  const [busy, setBusy] = useState(false)
  if (file === null || Date.parse(file.until) < now) return null
  const save = async () => {
    setBusy(true)
    try {
      await saveBytes('GET /tasks/:id/file', { params: { id } }, file.name)
    } catch (error) {
      notify(problemText(error, format), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="contained" loading={busy} onClick={() => void save()}>
      {format.t('app.export.download', { size: fileSize(file.bytes, format.locale) })}
    </Button>
  )
}
