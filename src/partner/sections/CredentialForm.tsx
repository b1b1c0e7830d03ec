import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { PartnerCredential } from '../../../contract/entities/partner-credential'
import { scopesOf } from '../../../contract/core/key-scopes'
import type { IssuedCredential } from '../../../contract/partner/credentials'
import {
  CREDENTIAL_SCOPES,
  ENVIRONMENTS,
  type CredentialScope,
  type Environment,
  type PartnerRole,
} from '../../../contract/core/vocabulary'
import { dayOf } from '../../ui/addressValues'
import { DateBox } from '../../ui/DateBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { today } from '../../providers/format/dates'
import { call } from '../../providers/http/call'
import { updateKey } from './credentialFields'
import { PasswordAgain } from './credentialFields'
import { SelectBox } from '../../ui/SelectBox'

type CredentialFormProps = { role: PartnerRole; onClose: () => void } & (
  | { credential?: undefined; onDone: (issued: IssuedCredential) => void }
  | { credential: PartnerCredential; onDone: () => void }
)

const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined)

/** Returns the end of a day (UTC) as an instant; null without a day. */
const endOf = (day: string) => (day === '' ? null : `${day}T23:59:59Z`)

/** Form to create an API key, or to edit the editable fields of one. */
export function CredentialForm(props: CredentialFormProps) {
  const { role, credential, onClose } = props
  const { t } = useFormat()
  const now = useNow()
  const [name, setName] = useState(credential?.name ?? '')
  const [environment, setEnvironment] = useState<Environment>('test')
  const [chosen, setScopes] = useState<readonly CredentialScope[]>(
    credential?.scopes ?? ['journeys:read', 'trips:read'],
  )
  const own = scopesOf(role, credential?.environment ?? environment)
  const scopes = chosen.filter((scope) => own.includes(scope))
  const [addresses, setAddresses] = useState(credential?.ip_allowlist.join('\n') ?? '')
  const [expires, setExpires] = useState(credential?.expires_at?.slice(0, 10) ?? '')
  const [password, setPassword] = useState('')

  const confirm = async () => {
    const settings = {
      name: name.trim(),
      scopes: [...scopes],
      ip_allowlist: addresses.split(/[\s,]+/).filter(Boolean),
    }
    if (!props.credential) {
      props.onDone(
        await call('POST /partner/credentials', {
          body: { ...settings, environment, expires_at: endOf(expires), password },
        }),
      )
      return
    }
    const moved = expires !== (props.credential.expires_at?.slice(0, 10) ?? '')
    await updateKey(props.credential, { ...settings, ...(moved && { expires_at: endOf(expires) }) })
    props.onDone()
  }

  return (
    <TaskDialog
      title={credential ? credential.name : t('app.partner.keys.create')}
      action={credential ? t('ra.action.save') : t('app.partner.keys.create')}
      ready={
        name.trim() !== '' &&
        (expires === '' || dayOf(expires) !== null) &&
        scopes.length > 0 &&
        (credential !== undefined || password !== '')
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            autoFocus
            label={t('app.partner.keys.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors['name'] !== undefined}
            helperText={textOf(errors['name'])}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            sx={{ mt: 1 }}
          />
          {!credential && (
            <SelectBox
              label={t('app.partner.keys.environment')}
              value={environment}
              onChange={setEnvironment}
              error={errors['environment'] !== undefined}
              helperText={textOf(errors['environment'])}
              options={ENVIRONMENTS}
              labelOf={(choice) => t(`choices.environments.${choice}`)}
            />
          )}
          <FormControl component="fieldset" error={scopes.length === 0 || errors['scopes'] !== undefined}>
            <FormLabel component="legend">{t('app.partner.keys.scopes')}</FormLabel>
            <FormGroup>
              {CREDENTIAL_SCOPES.map((scope) => (
                <FormControlLabel
                  key={scope}
                  label={t(`choices.credentialScopes.${scope.replace(':', '_')}`)}
                  control={
                    <Checkbox
                      size="small"
                      sx={{ py: 1 }}
                      checked={scopes.includes(scope)}
                      disabled={!own.includes(scope)}
                      onChange={(_, checked) =>
                        setScopes(
                          CREDENTIAL_SCOPES.filter((other) => (other === scope ? checked : scopes.includes(other))),
                        )
                      }
                    />
                  }
                />
              ))}
            </FormGroup>
            {(errors['scopes'] !== undefined || own.length < CREDENTIAL_SCOPES.length) && (
              <FormHelperText>{textOf(errors['scopes']) ?? t('app.partner.keys.scopesHint')}</FormHelperText>
            )}
          </FormControl>
          <TextField
            multiline
            minRows={2}
            label={t('app.partner.keys.addresses')}
            value={addresses}
            onChange={(event) => setAddresses(event.target.value)}
            error={errors['ip_allowlist'] !== undefined}
            helperText={t('app.partner.keys.addressesHint')}
            slotProps={{ htmlInput: { dir: 'ltr' } }}
          />
          <DateBox
            label={t('app.partner.keys.expires')}
            value={expires}
            min={today(now)}
            onChange={setExpires}
            error={errors['expires_at'] !== undefined}
            helperText={textOf(errors['expires_at']) ?? t('app.partner.keys.expiresHint')}
          />
          {!credential && <PasswordAgain value={password} onChange={setPassword} error={errors['password']} />}
        </>
      )}
    </TaskDialog>
  )
}
