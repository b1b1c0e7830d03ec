import Button from '@mui/material/Button'
import { useState } from 'react'
import { useRefresh } from 'react-admin'
import type { User } from '../../../contract/entities/user'
import { call } from '../../providers/http/call'
import { makeLink } from '../../providers/auth/accountApi'
import { Muted } from '../../ui/Muted'
import { ShowLinkBox } from '../../ui/ShowLinkBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { useOneTimeLink } from '../../ui/useOneTimeLink'
import { fullName } from '../../kit/text'
import { Card } from '../../kit/RecordSections'
import { Column, WrappingRow } from '../../ui/Column'

/** Access actions of an administrator: a link to set a password, and the reset of a lost second factor. */
export function UserAccess({ user }: { user: User }) {
  const { t } = useFormat()
  const refresh = useRefresh()
  const { present, dialog } = useOneTimeLink()
  const [task, setTask] = useState<'link' | 'step' | null>(null)
  const [isShown, setShown] = useState(false)
  const isInvited = user.status === 'invited'
  if (!isInvited && user.status !== 'active' && !user.mfa_enabled) return null
  const close = () => setTask(null)
  const linkAction = t(isInvited ? 'app.account.user.resend' : 'app.account.user.reset')
  return (
    <Card title={t('app.account.user.title')}>
      <Column gap={3} start>
        {isInvited && <Muted>{t('app.account.user.invited')}</Muted>}
        <WrappingRow>
          {(isInvited || user.status === 'active') && (
            <Button variant="outlined" onClick={() => setTask('link')}>
              {linkAction}
            </Button>
          )}
          {user.mfa_enabled && (
            <Button variant="outlined" color="error" onClick={() => setTask('step')}>
              {t('app.account.step.reset')}
            </Button>
          )}
        </WrappingRow>
      </Column>
      {task === 'link' && (
        <TaskDialog
          title={linkAction}
          text={t(isInvited ? 'app.account.user.inviteText' : 'app.account.user.resetText')}
          action={t('app.account.user.send')}
          onConfirm={async () => {
            present(await makeLink(user.id, isShown))
            close()
          }}
          onClose={close}
        >
          {() => <ShowLinkBox checked={isShown} onChange={setShown} />}
        </TaskDialog>
      )}
      {task === 'step' && (
        <TaskDialog
          grave
          title={t('app.account.step.reset')}
          text={t('app.account.step.resetText', { name: fullName(user.first_name, user.last_name) || user.username })}
          action={t('app.account.step.reset')}
          onConfirm={async () => {
            await call('POST /users/:id/second-factor/reset', { params: { id: user.id } })
            close()
            refresh()
          }}
          onClose={close}
        />
      )}
      {dialog}
    </Card>
  )
}
