import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { messageOf } from '../../ui/fieldTexts'
import { useFormat } from '../../ui/useFormat'
import type { CompanyForm } from './companyForm'
import { SecondaryText } from '../../ui/Text'
import { Column } from '../../ui/Column'

const STEPS_MAX = 10

interface PolicyStepsProps {
  steps: CompanyForm['steps']
  disabled: boolean
  /** Errors of the server for each step. */
  errors: unknown
  onChange: (steps: CompanyForm['steps']) => void
}

const at = (errors: unknown, key: string | number): unknown =>
  typeof errors === 'object' && errors !== null ? (errors as Record<string, unknown>)[key] : undefined

/** Cancellation fee in percent of the price, by the time before departure. */
export function PolicySteps({ steps, disabled, errors, onChange }: PolicyStepsProps) {
  const { t } = useFormat()
  const change = (index: number, part: Partial<CompanyForm['steps'][number]>) =>
    onChange(steps.map((step, place) => (place === index ? { ...step, ...part } : step)))
  const own = messageOf(errors)
  return (
    <Column gap={3} start>
      <SecondaryText size="body2">{t('app.company.policyText')}</SecondaryText>
      {steps.map((step, index) => (
        <Box
          key={index}
          role="group"
          aria-label={t('app.company.step', { number: index + 1 })}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start' }}
        >
          {(['hours', 'percent'] as const).map((name) => {
            const error = messageOf(at(at(errors, index), name === 'hours' ? 'hours_before' : 'percent_bp'))
            return (
              <TextField
                key={name}
                label={t(`app.company.policy.${name}`)}
                value={step[name]}
                disabled={disabled}
                onChange={(event) => change(index, { [name]: event.target.value })}
                error={error !== undefined}
                helperText={error}
                slotProps={{ htmlInput: { inputMode: 'decimal' } }}
                sx={{ flex: '1 1 180px' }}
              />
            )
          })}
          {!disabled && (
            <IconButton
              sx={{ mt: 6 }}
              aria-label={t('app.company.removeStep', { number: index + 1 })}
              onClick={() => onChange(steps.filter((_, place) => place !== index))}
            >
              <DeleteIcon />
            </IconButton>
          )}
        </Box>
      ))}
      {own !== undefined && <Box sx={{ color: 'error.main', fontSize: 'body2.fontSize' }}>{own}</Box>}
      {!disabled && (
        <Button
          startIcon={<AddIcon />}
          disabled={steps.length >= STEPS_MAX}
          onClick={() => onChange([...steps, { hours: '', percent: '' }])}
        >
          {t('app.company.addStep')}
        </Button>
      )}
    </Column>
  )
}
