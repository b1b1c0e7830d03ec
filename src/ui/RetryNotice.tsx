import CircularProgress from '@mui/material/CircularProgress'
import { useSyncExternalStore } from 'react'
import { retrying } from '../providers/http/httpClient'
import { FloatingNotice } from './FloatingNotice'
import { useFormat } from './useFormat'

/** Notice on any screen that a read has failed and is being retried. */
export function RetryNotice() {
  const { t } = useFormat()
  if (!useSyncExternalStore(retrying.subscribe, retrying.any)) return null
  return (
    <FloatingNotice role="status">
      <CircularProgress size={14} thickness={5} aria-hidden />
      {t('app.problem.retrying')}
    </FloatingNotice>
  )
}
