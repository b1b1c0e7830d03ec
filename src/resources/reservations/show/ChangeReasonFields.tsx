import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { mayOverride } from '../../../../contract/core/permissions'
import { NOTE_MAX_CHARS } from '../../../../contract/core/limits/texts'
import { CHANGE_CAUSES, type ChangeCause } from '../../../../contract/core/vocabulary'
import { useUser } from '../../../providers/auth/useSession'
import type { FieldErrors } from '../../../providers/http/fieldErrors'
import { messageOf } from '../../../ui/fieldTexts'
import { useFormat } from '../../../ui/useFormat'

/** Reason of a booking change: a predefined cause and an optional note. */
export interface ChangeReason {
  cause: ChangeCause | null
  note: string
}

export const NO_CHANGE_REASON: ChangeReason = { cause: null, note: '' }
export const CUSTOMER_REQUEST: ChangeReason = { cause: 'customer_request', note: '' }

type Issue = 'cause' | 'note'

/** Returns the missing fields: the cause, and the note when the cause is `other`. */
export function changeReasonIssues({ cause, note }: ChangeReason): Issue[] {
  if (cause === null) return ['cause']
  return cause === 'other' && note.trim() === '' ? ['note'] : []
}

interface ChangeReasonFieldsProps {
  why: ChangeReason
  onWhy: (why: ChangeReason) => void
  /** Fields that are marked as missing. */
  issues: readonly Issue[]
  refused: FieldErrors
  takesFocus: boolean
  isWaived: boolean
  onWaived: (isWaived: boolean) => void
}

/** Asks for the reason of a change and, if the role allows it, whether to waive the fee. */
export function ChangeReasonFields({
  why,
  onWhy,
  issues,
  refused,
  takesFocus,
  isWaived,
  onWaived,
}: ChangeReasonFieldsProps) {
  const { t } = useFormat()
  const role = useUser()?.role
  const labelId = useId()
  const isOther = why.cause === 'other'
  const [lacksCause, lacksNote] = [issues.includes('cause'), issues.includes('note')]
  return (
    <>
      <FormControl required error={lacksCause}>
        <FormLabel id={labelId}>{t('app.operations.reason')}</FormLabel>
        <RadioGroup
          aria-labelledby={labelId}
          aria-required
          value={why.cause ?? ''}
          onChange={(_, value) => onWhy({ ...why, cause: value as ChangeCause })}
          sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', columnGap: 3 }}
        >
          {CHANGE_CAUSES.map((cause, index) => (
            <FormControlLabel
              key={cause}
              value={cause}
              control={<Radio size="small" autoFocus={takesFocus && index === 0} />}
              label={t(`choices.changeCauses.${cause}`)}
            />
          ))}
        </RadioGroup>
        {lacksCause && <FormHelperText role="alert">{t('app.desk.change.causeMissing')}</FormHelperText>}
      </FormControl>
      <TextField
        label={isOther ? t('app.desk.change.otherNote') : t('app.desk.note')}
        required={isOther}
        value={why.note}
        onChange={(event) => onWhy({ ...why, note: event.target.value })}
        error={lacksNote || refused['reason'] !== undefined}
        helperText={lacksNote ? t('app.validation.required') : messageOf(refused['reason'])}
        slotProps={{ htmlInput: { maxLength: NOTE_MAX_CHARS, dir: 'auto' }, inputLabel: { shrink: true } }}
      />
      {role && mayOverride(role, 'waive_fee') && (
        <FormControlLabel
          control={<Checkbox size="small" checked={isWaived} onChange={(_, checked) => onWaived(checked)} />}
          label={t('app.desk.waive')}
        />
      )}
    </>
  )
}
