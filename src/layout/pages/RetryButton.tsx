import Button from '@mui/material/Button'
import { useState } from 'react'
import { i18n } from '../../providers/i18n/i18n'
import { reloadIfReachable } from '../../providers/reload'

interface RetryButtonProps {
  /** The server could not be reached. */
  onUnreachable: () => void
}

/** Another try at a page that failed. */
export function RetryButton({ onUnreachable }: RetryButtonProps) {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    if (await reloadIfReachable()) return
    setBusy(false)
    onUnreachable()
  }
  return (
    <Button variant="outlined" loading={busy} onClick={() => void retry()}>
      {i18n.t('app.problem.retry')}
    </Button>
  )
}
