import KeyIcon from '@mui/icons-material/VpnKeyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PartnerCredential } from '../../../contract/entities/partner-credential'
import { OnceDialog } from '../../ui/OnceDialog'
import { StatePanel } from '../../ui/StatePanel'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { mayDevelop, type SectionProps } from '../frame/sections'
import { CredentialLine } from './CredentialLine'
import { CredentialForm } from './CredentialForm'
import { Unread } from './Panel'
import { call } from '../../providers/http/call'
import { RotateDialog } from './RotateDialog'
import { PlainList } from '../../ui/Rows'
import { Column } from '../../ui/Column'

type Task = { kind: 'create' } | { kind: 'edit' | 'rotate' | 'revoke'; key: PartnerCredential }

/** Keys of the partner API. */
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
  if (error) return <Unread error={error} retry={() => void refetch()} />
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
        <CredentialForm role={user.role} credential={task.key} onDone={() => changed()} onClose={close} />
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
