import { useState } from 'react'
import { ShowLinkBox } from '../../ui/ShowLinkBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'

interface ResendDialogProps {
  email: string
  onSend: (isShown: boolean) => Promise<void>
  onClose: () => void
}

/** Asks whether an invitation is sent again, by mail or by hand. */
export function ResendDialog({ email, onSend, onClose }: ResendDialogProps) {
  const { t } = useFormat()
  const [isShown, setShown] = useState(false)
  return (
    <TaskDialog
      title={t('app.partner.access.resendTitle', { email })}
      text={t('app.partner.access.resendText')}
      action={t('app.partner.access.resend')}
      onConfirm={() => onSend(isShown)}
      onClose={onClose}
    >
      {() => <ShowLinkBox checked={isShown} onChange={setShown} />}
    </TaskDialog>
  )
}
