import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { WEBHOOK_URL_MAX_CHARS } from '../../../contract/core/limits/webhooks'
import type { IssuedWebhook, WebhookEndpoint } from '../../../contract/partner/webhooks'
import { ENVIRONMENTS, type Environment } from '../../../contract/core/vocabulary'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../contract/partner/webhook-events'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { call } from '../../providers/http/call'
import { updateWebhook } from './webhookCalls'
import { SelectBox } from '../../ui/SelectBox'

type WebhookFormProps =
  | { endpoint?: undefined; onDone: (issued: IssuedWebhook) => void; onClose: () => void }
  | { endpoint: WebhookEndpoint; onDone: () => void; onClose: () => void }

/** Availability changes are frequent, so they are only sent on request. */
const USUAL = WEBHOOK_EVENTS.filter((event) => event !== 'availability.changed')

/** Form to create a webhook endpoint, or to change its subscriptions. */
export function WebhookForm(props: WebhookFormProps) {
  const { endpoint, onClose } = props
  const { t } = useFormat()
  const [url, setUrl] = useState(endpoint?.url ?? 'https://')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [environment, setEnvironment] = useState<Environment>('test')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(endpoint?.events ?? USUAL)
  const save = async () => {
    const settings = { url: url.trim(), description: description.trim() || null, events: [...events] }
    if (props.endpoint) {
      await updateWebhook(props.endpoint, settings)
      props.onDone()
    } else props.onDone(await call('POST /partner/credentials/webhooks', { body: { ...settings, environment } }))
  }
  return (
    <TaskDialog
      title={t(endpoint ? 'app.hooks.edit' : 'app.hooks.create')}
      action={endpoint ? t('ra.action.save') : t('app.hooks.create')}
      ready={url.trim().length > 'https://'.length && events.length > 0}
      onConfirm={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            autoFocus
            type="url"
            label={t('app.hooks.url')}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            error={errors['url'] !== undefined}
            helperText={typeof errors['url'] === 'string' ? errors['url'] : t('app.hooks.urlHint')}
            slotProps={{ htmlInput: { dir: 'ltr', maxLength: WEBHOOK_URL_MAX_CHARS } }}
            sx={{ mt: 1 }}
          />
          <TextField
            label={t('app.hooks.description')}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          {!endpoint && (
            <SelectBox
              label={t('app.partner.keys.environment')}
              value={environment}
              onChange={setEnvironment}
              options={ENVIRONMENTS}
              labelOf={(choice) => t(`choices.environments.${choice}`)}
            />
          )}
          <FormControl component="fieldset" error={events.length === 0}>
            <FormLabel component="legend">{t('app.hooks.events')}</FormLabel>
            <FormGroup>
              {WEBHOOK_EVENTS.map((name) => (
                <FormControlLabel
                  key={name}
                  label={t(`app.hooks.event.${name.replace('.', '_')}`)}
                  control={
                    <Checkbox
                      size="small"
                      sx={{ py: 0.5 }}
                      checked={events.includes(name)}
                      onChange={(_, checked) =>
                        setEvents(WEBHOOK_EVENTS.filter((other) => (other === name ? checked : events.includes(other))))
                      }
                    />
                  }
                />
              ))}
            </FormGroup>
          </FormControl>
        </>
      )}
    </TaskDialog>
  )
}
