import ReportIcon from '@mui/icons-material/ReportOutlined'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { logWarning } from '../../providers/log'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'

/** A page that failed while it was drawn, or whose code could not be fetched. */
export function PageFault({ error }: { error: unknown }) {
  const { t } = useFormat()
  useEffect(() => logWarning('A page failed', error), [error])
  return (
    <StatePanel
      role="alert"
      icon={ReportIcon}
      title={t('ra.page.error')}
      text={t('ra.message.error')}
      action={
        <Button variant="outlined" onClick={() => window.location.reload()}>
          {t('app.problem.retry')}
        </Button>
      }
    />
  )
}
