import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import ReportIcon from '@mui/icons-material/ReportOutlined'
import { useEffect, useState } from 'react'
import { logWarning } from '../../providers/log'
import { PageTitle } from '../../ui/PageTitle'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { isMissingPart } from '../../providers/reload'
import { RetryButton } from './RetryButton'

/** A page that failed while it was drawn, or whose code could not be fetched. */
export function PageFault({ error }: { error: unknown }) {
  const { t } = useFormat()
  const [unreachable, setUnreachable] = useState(false)
  useEffect(() => logWarning('A page failed', error), [error])
  const missing = isMissingPart(error)
  const title = t(missing ? 'app.shell.partTitle' : 'ra.page.error')
  const text = missing ? 'app.shell.partText' : 'ra.message.error'
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <StatePanel
        whole
        role="alert"
        icon={missing ? CloudOffIcon : ReportIcon}
        title={title}
        text={t(unreachable ? 'app.shell.stillOffline' : text)}
        action={<RetryButton onUnreachable={() => setUnreachable(true)} />}
      />
    </>
  )
}
