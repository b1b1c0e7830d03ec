import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useFormat } from '../../ui/useFormat'
import { useFormInfo } from '../../kit/form/FormContext'
import { fieldOf } from '../../kit/resource'
import { useCompany } from '../../providers/data/useCompany'
import { Column } from '../../ui/Column'
import { effectChoiceOf, EFFECT_CHOICES } from './ruleSentence'

const SIGNED = ['add_amount', 'add_percent']

/** Type of the effect, then its amount. */
export function EffectInput() {
  const { t } = useFormat()
  const { spec, Field } = useFormInfo()
  const { setValue, getValues } = useFormContext()
  const { field: stage, fieldState } = useController({ name: 'stage' })
  const effect: unknown = useWatch({ name: 'effect' })
  const company = useCompany()
  const job = effectChoiceOf(stage.value, effect)
  const choose = (key: string) => {
    const next = EFFECT_CHOICES.find((each) => each.key === key)
    if (!next) return
    const change = { shouldDirty: true, shouldValidate: fieldState.invalid }
    setValue('effect', next.effect, change)
    const byPercent = next.effect === 'add_percent'
    setValue(byPercent ? 'amount_minor' : 'percent_bp', null, change)
    if (byPercent) setValue('currency', null, change)
    else if (!getValues('currency')) setValue('currency', company?.currency ?? null, change)
    setValue('stage', next.stage, change)
  }
  const shown = job?.effect === 'add_percent' ? ['percent_bp', 'percent_base'] : job ? ['amount_minor', 'currency'] : []
  return (
    <Column>
      <TextField
        select
        required
        name="stage"
        inputRef={stage.ref}
        label={t('app.rule.job')}
        value={job?.key ?? ''}
        onChange={(event) => choose(event.target.value)}
        onBlur={stage.onBlur}
        error={fieldState.invalid}
        helperText={fieldState.error?.message}
        slotProps={{ inputLabel: { shrink: true } }}
      >
        {EFFECT_CHOICES.map(({ key }) => (
          <MenuItem key={key} value={key}>
            {t(`app.rule.jobs.${key}`)}
          </MenuItem>
        ))}
      </TextField>
      {job && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', columnGap: 4, rowGap: 1 }}>
          {shown.map((source) => {
            const field = fieldOf(spec, source)
            return field && <Field key={source} field={field} path={source} wrap />
          })}
          {SIGNED.includes(job.effect) && (
            <Box sx={{ gridColumn: '1 / -1', fontSize: 'caption.fontSize', color: 'text.secondary' }}>
              {t('app.rule.signHint')}
            </Box>
          )}
        </Box>
      )}
    </Column>
  )
}
