import WebhookIcon from '@mui/icons-material/WebhookOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IssuedWebhook, WebhookEndpoint } from '../../../contract/partner/webhooks'
import { latestOf } from '../../ui/latestOf'
import { OnceDialog } from '../../ui/OnceDialog'
import { StatePanel } from '../../ui/StatePanel'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { mayDevelop, type SectionProps } from '../frame/sections'
import { ReadError } from '../sections/Panel'
import type { Partner } from '../../providers/auth/partnerSession'
import { call } from '../../providers/http/call'
import { Column } from '../../ui/Column'
import { WEBHOOK_ROTATION_GRACE_MAX_H } from '../../../contract/core/limits/webhooks'
import { HoursField, isHours } from '../sections/credentialFields'
import { EndpointPanel, type EndpointTask } from './EndpointPanel'
import { deleteWebhook } from './webhookCalls'
import { WebhookForm } from './WebhookForm'

type Task = { kind: 'create' } | { kind: EndpointTask; endpoint: WebhookEndpoint }

export default function WebhookSection({ user, partner }: SectionProps) {
  const { t } = useFormat()
  return mayDevelop(user) ? (
    <Webhooks partner={partner} />
  ) : (
    <StatePanel icon={WebhookIcon} title={t('app.partner.nav.webhooks')} text={t('app.portal.logs.developersOnly')} />
  )
}

function Webhooks({ partner }: { partner: Partner }) {
  const { t } = useFormat()
  const [task, setTask] = useState<Task | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'webhooks'],
    queryFn: () => call('GET /partner/credentials/webhooks'),
    staleTime: 0,
  })
  const close = () => setTask(null)
  const changed = (issued?: IssuedWebhook) => {
    setSecret(issued?.secret ?? null)
    setTask(null)
    void refetch()
  }
  if (error) return <ReadError error={error} retry={() => void refetch()} />
  return (
    <Column bounded>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography variant="h1">{t('app.partner.nav.webhooks')}</Typography>
          <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize', maxWidth: '80ch' }}>
            {t('app.hooks.text')}
          </Typography>
        </Box>
        <Button variant="contained" onClick={() => setTask({ kind: 'create' })}>
          {t('app.hooks.create')}
        </Button>
      </Box>
      {!data && <Skeleton variant="rounded" height={220} />}
      {data?.results.length === 0 && (
        <StatePanel icon={WebhookIcon} title={t('app.hooks.none')} text={t('app.hooks.noneText')} />
      )}
      {data?.results.map((endpoint) => (
        <EndpointPanel
          key={endpoint.id}
          endpoint={endpoint}
          partner={partner}
          onTask={(kind) => setTask({ kind, endpoint })}
          onChanged={() => changed()}
        />
      ))}
      {task?.kind === 'create' && <WebhookForm onDone={changed} onClose={close} />}
      {task?.kind === 'edit' && (
        <WebhookForm endpoint={latestOf(data?.results, task.endpoint)} onDone={() => changed()} onClose={close} />
      )}
      {task?.kind === 'rotate' && <RotateSecretDialog endpoint={task.endpoint} onDone={changed} onClose={close} />}
      {task?.kind === 'remove' && (
        <TaskDialog
          grave
          title={t('app.hooks.removeTitle')}
          text={t('app.hooks.removeText', { url: task.endpoint.url })}
          action={t('app.hooks.remove')}
          onConfirm={async () => {
            await deleteWebhook(latestOf(data?.results, task.endpoint))
            changed()
          }}
          onClose={close}
        />
      )}
      {secret !== null && (
        <OnceDialog
          title={t('app.hooks.secretTitle')}
          text={t('app.hooks.secretText')}
          secret={secret}
          done={t('app.partner.keys.done')}
          onClose={() => setSecret(null)}
        />
      )}
    </Column>
  )
}

interface RotateSecretDialogProps {
  endpoint: WebhookEndpoint
  onDone: (issued: IssuedWebhook) => void
  onClose: () => void
}

/** Dialog to create a new secret, with a grace period for the receiver to switch. */
function RotateSecretDialog({ endpoint, onDone, onClose }: RotateSecretDialogProps) {
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
