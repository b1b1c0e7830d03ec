import { useState } from 'react'
import { WEBHOOK_ROTATION_GRACE_MAX_H } from '../../../contract/core/limits'
import type { IssuedWebhook, WebhookEndpoint } from '../../../contract/partner/webhooks'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { HoursField, isHours } from '../sections/HoursField'
import { call } from '../../providers/http/call'

interface RotateSecretDialogProps {
  endpoint: WebhookEndpoint
  onDone: (issued: IssuedWebhook) => void
  onClose: () => void
}

/** Makes a new secret, with time for the receiver to change over. */
export function RotateSecretDialog({ endpoint, onDone, onClose }: RotateSecretDialogProps) {
  const { t } = useFormat()
  const [hours, setHours] = useState(String(WEBHOOK_ROTATION_GRACE_MAX_H))
  return (
    <TaskDialog
      title={t('app.hooks.rotate')}
      text={t('app.hooks.rotateText')}
      action={t('app.hooks.rotate')}
      ready={isHours(hours, WEBHOOK_ROTATION_GRACE_MAX_H)}
      onConfirm={async () =>
        onDone(
          await call('POST /partner/credentials/webhooks/:id/rotate-secret', {
            params: { id: endpoint.id },
            body: { grace_hours: Number(hours) },
          }),
        )
      }
      onClose={onClose}
    >
      {() => (
        <HoursField label={t('app.hooks.grace')} value={hours} max={WEBHOOK_ROTATION_GRACE_MAX_H} onChange={setHours} />
      )}
    </TaskDialog>
  )
}
