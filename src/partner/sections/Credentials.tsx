import KeyIcon from '@mui/icons-material/VpnKeyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PartnerCredential } from '../../../contract/entities/partner-credential'
import { latestOf } from '../../ui/latestOf'
import { OnceDialog } from '../../ui/OnceDialog'
import { StatePanel } from '../../ui/StatePanel'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { mayDevelop, type SectionProps } from '../frame/sections'
import { call } from '../../providers/http/call'
import { PlainList } from '../../ui/Rows'
import { Column } from '../../ui/Column'
import { CredentialFacts, isAlive } from '../../features/credentials/CredentialFacts'
import {
  PARTNER_ROTATION_GRACE_DEFAULT_H,
  PARTNER_ROTATION_GRACE_MAX_H,
} from '../../../contract/core/limits/partner-api'
import type { IssuedCredential } from '../../../contract/partner/credentials'
import { CredentialForm } from './CredentialForm'
import { ReadError, Line } from './Panel'
import { rotateKey } from './credentialFields'
import { PasswordAgain, HoursField, isHours } from './credentialFields'

type Task = { kind: 'create' } | { kind: 'edit' | 'rotate' | 'revoke'; key: PartnerCredential }

/** API keys of the partner. */
export default function Credentials({ user, partner }: SectionProps) {
  const { t } = useFormat()
  return mayDevelop(user) ? (
    <Keys user={user} partner={partner} />
  ) : (
    <StatePanel icon={KeyIcon} title={t('app.partner.keys.title')} text={t('app.partner.keys.ownersOnly')} />
  )
}

function Keys({ user, partner }: SectionProps) {
  const { t } = useFormat()
  const [task, setTask] = useState<Task | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'keys'],
    queryFn: () => call('GET /partner/credentials'),
    staleTime: 0,
  })
  const close = () => setTask(null)
  const changed = (issued?: { secret: string }) => {
    setSecret(issued?.secret ?? null)
    setTask(null)
    void refetch()
  }
  if (error) return <ReadError error={error} retry={() => void refetch()} />
  return (
    <Column>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography variant="h1">{t('app.partner.keys.title')}</Typography>
          <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize' }}>
            {t('app.partner.keys.text')}
          </Typography>
        </Box>
        <Button variant="contained" onClick={() => setTask({ kind: 'create' })}>
          {t('app.partner.keys.create')}
        </Button>
      </Box>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        {!data && <Skeleton variant="rectangular" height={132} />}
        {data?.results.length === 0 && (
          <StatePanel icon={KeyIcon} title={t('app.partner.keys.none')} text={t('app.partner.keys.noneText')} />
        )}
        <PlainList>
          {data?.results.map((key) => (
            <CredentialLine key={key.id} credential={key} onTask={(kind) => setTask({ kind, key })} />
          ))}
        </PlainList>
      </Paper>
      {task?.kind === 'create' && <CredentialForm role={user.role} onDone={changed} onClose={close} />}
      {task?.kind === 'edit' && (
        <CredentialForm
          role={user.role}
          credential={latestOf(data?.results, task.key)}
          onDone={() => changed()}
          onClose={close}
        />
      )}
      {task?.kind === 'rotate' && <RotateDialog credential={task.key} onDone={changed} onClose={close} />}
      {task?.kind === 'revoke' && (
        <TaskDialog
          grave
          title={t('app.partner.keys.revokeTitle', { name: task.key.name })}
          text={t('app.partner.keys.revokeText')}
          action={t('app.partner.keys.revoke')}
          onConfirm={async () => {
            await call('POST /partner/credentials/:id/revoke', { params: { id: task.key.id } })
            changed()
          }}
          onClose={close}
        />
      )}
      {secret !== null && (
        <OnceDialog
          title={t('app.partner.keys.secretTitle')}
          text={t('app.partner.keys.secretText')}
          secret={secret}
          done={t('app.partner.keys.done')}
          onClose={() => setSecret(null)}
        />
      )}
    </Column>
  )
}

interface CredentialLineProps {
  credential: PartnerCredential
  onTask: (kind: 'edit' | 'rotate' | 'revoke') => void
}

function CredentialLine({ credential, onTask }: CredentialLineProps) {
  const { t } = useFormat()
  return (
    <Line>
      <CredentialFacts credential={credential} />
      {isAlive(credential) && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button onClick={() => onTask('edit')}>{t('ra.action.edit')}</Button>
          {credential.state === 'active' && (
            <Button onClick={() => onTask('rotate')}>{t('app.partner.keys.rotate')}</Button>
          )}
          <Button color="error" onClick={() => onTask('revoke')}>
            {t('app.partner.keys.revoke')}
          </Button>
        </Box>
      )}
    </Line>
  )
}

interface RotateDialogProps {
  credential: PartnerCredential
  onDone: (issued: IssuedCredential) => void
  onClose: () => void
}

/** Dialog to replace an API key, with a grace period for programs to switch. */
function RotateDialog({ credential, onDone, onClose }: RotateDialogProps) {
  const { t } = useFormat()
  const [hours, setHours] = useState(String(PARTNER_ROTATION_GRACE_DEFAULT_H))
  const [password, setPassword] = useState('')
  return (
    <TaskDialog
      title={t('app.partner.keys.rotateTitle', { name: credential.name })}
      text={t('app.partner.keys.rotateText')}
      action={t('app.partner.keys.rotate')}
      ready={isHours(hours, PARTNER_ROTATION_GRACE_MAX_H) && password !== ''}
      onConfirm={async () => onDone(await rotateKey(credential.id, Number(hours), password))}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <HoursField
            label={t('app.partner.keys.grace')}
            value={hours}
            max={PARTNER_ROTATION_GRACE_MAX_H}
            onChange={setHours}
          />
          <PasswordAgain value={password} onChange={setPassword} error={errors['password']} />
        </>
      )}
    </TaskDialog>
  )
}
