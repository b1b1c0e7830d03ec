import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { SecondFactorSetup } from '../../../contract/operations/accounts'
import { MONOSPACE } from '../../ui/theme/theme'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { SecondaryText, Text } from '../../ui/Text'

interface ScanDialogProps {
  setup: SecondFactorSetup
  onConfirm: (code: string) => Promise<unknown>
  onClose: () => void
}

const FIELDS = ['code']

/** Width of the empty margin that scanners need around the code, in squares. */
const QUIET = 4

/** Shows the secret as a QR code for an authenticator app, and asks for the first code of the app. */
export function ScanDialog({ setup, onConfirm, onClose }: ScanDialogProps) {
  const { t } = useFormat()
  const [code, setCode] = useState('')
  return (
    <TaskDialog
      title={t('app.account.step.scanTitle')}
      text={t('app.account.step.scanText')}
      action={t('app.account.step.confirm')}
      ready={code.trim() !== ''}
      fields={FIELDS}
      isPersistent
      onConfirm={() => onConfirm(code)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <QrCode rows={setup.qr} label={t('app.account.step.qr')} />
          <Text size="body2">
            <SecondaryText>{t('app.account.step.secret')}</SecondaryText>
            <Box component="code" dir="ltr" sx={{ fontFamily: MONOSPACE, userSelect: 'all', overflowWrap: 'anywhere' }}>
              {setup.secret}
            </Box>
          </Text>
          <TextField
            autoFocus
            label={t('app.login.code')}
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={errors['code'] !== undefined}
            helperText={typeof errors['code'] === 'string' ? errors['code'] : undefined}
            slotProps={{
              htmlInput: { dir: 'ltr', inputMode: 'numeric', maxLength: 12 },
              formHelperText: { role: 'alert' },
            }}
          />
        </>
      )}
    </TaskDialog>
  )
}

/** Dark on white in either theme, because scanners read no other colours. */
function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length + 2 * QUIET
  const path = rows.flatMap((row, y) =>
    [...row].map((square, x) => (square === '1' ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
  )
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 208, height: 208, justifySelf: 'center', borderRadius: 2, bgcolor: '#ffffff' }}
    >
      <path d={path.join('')} fill="#000000" />
    </Box>
  )
}
