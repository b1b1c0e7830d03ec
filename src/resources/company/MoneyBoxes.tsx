import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { ACCOUNT_NAMES, ACCOUNTS } from '../../../contract/core/accounts'
import { messageOf } from '../../ui/fieldTexts'
import { useFormat } from '../../ui/useFormat'
import type { CompanyForm } from './companyForm'

/** Refund limit without a second approver, and whether cash requires a till. */
export function MoneyBoxes({ box }: { box: (name: 'refund_limit' | 'cash_needs_till') => TextFieldProps }) {
  const { t } = useFormat()
  return (
    <>
      <TextField {...box('refund_limit')} slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'decimal' } }} />
      <TextField select {...box('cash_needs_till')}>
        {(['yes', 'no'] as const).map((answer) => (
          <MenuItem key={answer} value={answer}>
            {t(`app.company.cash.${answer}`)}
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}

interface AccountBoxesProps {
  codes: CompanyForm['account_codes']
  disabled: boolean
  /** Errors of the server: one message, or one for each account. */
  errors: unknown
  onChange: (codes: CompanyForm['account_codes']) => void
}

/** Codes of the accounts in the company's accounting; the placeholder is the default code. */
export function AccountBoxes({ codes, disabled, errors, onChange }: AccountBoxesProps) {
  const { t } = useFormat()
  const all = messageOf(errors)
  const each = all === undefined && typeof errors === 'object' && errors !== null ? errors : {}
  return (
    <>
      <Box sx={{ color: 'text.secondary', fontSize: 'body2.fontSize', mb: 4 }}>{t('app.company.accountsText')}</Box>
      {all !== undefined && (
        <Box role="alert" sx={{ color: 'error.main', fontSize: 'body2.fontSize', mb: 4 }}>
          {all}
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            md: 'repeat(3, minmax(0, 1fr))',
          },
          gap: 4,
        }}
      >
        {ACCOUNT_NAMES.map((name) => {
          const error = messageOf((each as Record<string, unknown>)[name])
          return (
            <TextField
              key={name}
              label={t(`app.company.accounts.${name}`)}
              value={codes[name] ?? ''}
              placeholder={ACCOUNTS[name].code}
              disabled={disabled}
              onChange={({ target }) => onChange({ ...codes, [name]: target.value })}
              error={error !== undefined}
              helperText={error}
              slotProps={{ htmlInput: { dir: 'ltr', maxLength: 20 }, inputLabel: { shrink: true } }}
            />
          )
        })}
      </Box>
    </>
  )
}
