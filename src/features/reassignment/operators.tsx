import { useQuery } from '@tanstack/react-query'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Operator } from '../../../contract/operations/operators'
import { call } from '../../providers/http/call'
import { useFormat } from '../../ui/useFormat'
import { useMay } from '../../providers/auth/useSession'
import { RecordLink } from '../../kit/RecordLink'

const NONE: Operator[] = []

/** The companies that jobs can be farmed out to, by name. */
export function useOperators(): { operators: Operator[]; isKnown: boolean } {
  const { data } = useQuery({ queryKey: ['partners', 'operators'], queryFn: () => call('GET /operators') })
  return { operators: data ?? NONE, isKnown: data !== undefined }
}

interface Operated {
  operated_by_partner_id: string | null
  operated_by: string | null
}

/** Who runs a job now, where that is another company. */
export const operatorOf = ({ operated_by_partner_id: id, operated_by: name }: Operated) =>
  id === null ? null : { id, name: name ?? '' }

interface OperatorChoiceProps {
  /** The partner; null = ourselves, undefined = none is chosen yet. */
  value: string | null | undefined
  /** Who runs the job now, where that is another company. */
  current?: { id: string; name: string } | null
  /** Whether we could run it ourselves. */
  orOurselves?: boolean
  onChange: (id: string | null) => void
}

const OURSELVES = 'ourselves'

/** Who runs a job: ourselves, or one of the companies that it can be farmed out to. */
export function OperatorChoice({ value, current = null, orOurselves = false, onChange }: OperatorChoiceProps) {
  const { t } = useFormat()
  const { operators, isKnown } = useOperators()
  const isListed = current === null || operators.some(({ id }) => id === current.id)
  const choices = isListed ? operators : [current, ...operators]
  const chosen = value === null ? OURSELVES : value
  return (
    <TextField
      select
      size="small"
      label={t('app.operations.operator.label')}
      value={chosen === OURSELVES || choices.some(({ id }) => id === chosen) ? chosen : ''}
      onChange={(event) => onChange(event.target.value === OURSELVES ? null : event.target.value)}
      helperText={helpOf()}
    >
      {orOurselves && <MenuItem value={OURSELVES}>{t('app.operations.operator.ourselves')}</MenuItem>}
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </TextField>
  )

  function helpOf(): string | undefined {
    if (isKnown && choices.length === 0) return t('app.operations.operator.none')
    if (current !== null && value !== current.id) return t('app.operations.operator.back', { name: current.name })
    if (value !== null && value !== undefined && value !== current?.id) return t('app.operations.operator.told')
    return undefined
  }
}

/** Who runs a job of another company, and what is known of it to those who may see partners. */
export function OperatedBy({ job: { operated_by_partner_id: id, operated_by: name } }: { job: Operated }) {
  const mayShow = useMay('show', 'partners')
  if (id === null) return null
  return mayShow ? <RecordLink resource="partners" id={id} /> : <bdi>{name}</bdi>
}
