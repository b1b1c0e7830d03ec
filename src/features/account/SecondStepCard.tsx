import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorSetup } from '../../../contract/operations/accounts'
import { Card } from '../../kit/RecordSections'
import { LineSkeleton } from '../../ui/LineSkeleton'
import { Muted } from '../../ui/Muted'
import { OnceDialog } from '../../ui/OnceDialog'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import type { SecondStepCalls } from '../../providers/auth/accountApi'
import { ScanDialog } from './ScanDialog'
import { Column, WrappingRow } from '../../ui/Column'
import TextField from '@mui/material/TextField'
import { TaskDialog } from '../../ui/TaskDialog'

const BUTTON_WIDTH_PX = 120
const BUTTON_HEIGHT_PX = 34

const FIELDS = ['password']

type Task = 'on' | 'off' | 'renew'

/** Enables and disables the second factor of an account, and renews its recovery codes. */
export function SecondStepCard({ calls }: { calls: SecondStepCalls }) {
  const format = useFormat()
  const { t } = format
  const { data, error, refetch } = useQuery({ queryKey: calls.key, queryFn: calls.read, staleTime: 0 })
  const [task, setTask] = useState<Task | null>(null)
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const done = () => {
    setTask(null)
    setSetup(null)
    void refetch()
  }
  /** Reads the state again, because a refusal may be due to a change in another window. */
  const rereadAndThrow = (error: unknown): never => {
    void refetch()
    throw error
  }
  const tasks: Record<
    Task,
    { title: string; text?: string; action: string; run: (password: string) => Promise<void> }
  > = {
    on: {
      title: t('app.account.step.title'),
      action: t('app.account.step.next'),
      run: async (password) => {
        setSetup(await calls.begin(password).catch(rereadAndThrow))
        setTask(null)
      },
    },
    off: {
      title: t('app.account.step.turnOff'),
      text: t('app.account.step.turnOffText'),
      action: t('app.account.step.turnOff'),
      run: async (password) => {
        await calls.end(password)
        done()
      },
    },
    renew: {
      title: t('app.account.step.renew'),
      text: t('app.account.step.renewText'),
      action: t('app.account.step.renew'),
      run: async (password) => {
        setCodes((await calls.renewCodes(password)).recovery_codes)
        done()
      },
    },
  }
  const { run, ...words } = task ? tasks[task] : { run: null }
  return (
    <Card title={t('app.account.step.title')}>
      {error !== null && <Alert severity="error">{problemText(error, format)}</Alert>}
      {!data && error === null && (
        <Column gap={3} start>
          <LineSkeleton>{t('app.account.step.off')}</LineSkeleton>
          <Skeleton variant="rounded" width={BUTTON_WIDTH_PX} height={BUTTON_HEIGHT_PX} />
        </Column>
      )}
      {data && (
        <Column gap={3} start>
          <Muted>
            {data.enabled
              ? `${t('app.account.step.on')} ${t('app.account.step.codesLeft', { count: data.recovery_codes_left })}.`
              : t('app.account.step.off')}
          </Muted>
          {data.enabled ? (
            <WrappingRow>
              <Button variant="outlined" onClick={() => setTask('renew')}>
                {t('app.account.step.renew')}
              </Button>
              <Button variant="outlined" color="error" onClick={() => setTask('off')}>
                {t('app.account.step.turnOff')}
              </Button>
            </WrappingRow>
          ) : (
            <Button variant="contained" onClick={() => setTask('on')}>
              {t('app.account.step.turnOn')}
            </Button>
          )}
        </Column>
      )}
      {run && 'title' in words && (
        <PasswordDialog {...words} grave={task === 'off'} onConfirm={run} onClose={() => setTask(null)} />
      )}
      {setup && (
        <ScanDialog
          setup={setup}
          onConfirm={async (code) => {
            setCodes((await calls.confirm(code).catch(rereadAndThrow)).recovery_codes)
            done()
          }}
          onClose={() => setSetup(null)}
        />
      )}
      {codes && (
        <OnceDialog
          title={t('app.account.step.codesTitle')}
          text={t('app.account.step.codesText')}
          secret={codes.join('\n')}
          done={t('app.account.user.done')}
          onClose={() => setCodes(null)}
        />
      )}
    </Card>
  )
}

interface PasswordDialogProps {
  title: string
  text?: string
  action: string
  grave?: boolean
  onConfirm: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password before a change of the second factor. */
function PasswordDialog({ title, text, action, grave = false, onConfirm, onClose }: PasswordDialogProps) {
  const { t } = useFormat()
  const [password, setPassword] = useState('')
  return (
    <TaskDialog
      title={title}
      text={[text, t('app.account.step.passwordText')].filter(Boolean).join(' ')}
      action={action}
      grave={grave}
      ready={password !== ''}
      fields={FIELDS}
      onConfirm={() => onConfirm(password)}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          autoFocus
          type="password"
          label={t('app.account.currentPassword')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors['password'] !== undefined}
          helperText={typeof errors['password'] === 'string' ? errors['password'] : undefined}
          slotProps={{ htmlInput: { dir: 'ltr' }, formHelperText: { role: 'alert' } }}
        />
      )}
    </TaskDialog>
  )
}
