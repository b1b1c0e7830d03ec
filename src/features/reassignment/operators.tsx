import { useQuery } from '@tanstack/react-query'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Operator } from '../../../contract/operations/operators'
import { call } from '../../providers/http/call'
import { useFormat } from '../../ui/useFormat'
import { useMay } from '../../providers/auth/useSession'
import { RecordLink } from '../../kit/RecordLink'

const NONE: Operator[] = []

/** Returns the companies that jobs can be farmed out to, in the order of their names. */
export function useOperators(): { operators: Operator[]; isKnown: boolean } {
  const { data } = useQuery({ queryKey: ['partners', 'operators'], queryFn: () => call('GET /operators') })
  return { operators: data ?? NONE, isKnown: data !== undefined }
}

interface Operated {
  operated_by_partner_id: string | null
  operated_by: string | null
}

/** Returns the other company that operates a job; null for own operation. */
export const operatorOf = ({ operated_by_partner_id: id, operated_by: name }: Operated) =>
  id === null ? null : { id, name: name ?? '' }

interface OperatorChoiceProps {
  /** Id of the partner; null for own operation, undefined without a choice. */
  value: string | null | undefined
  /** Present operator; null for own operation. */
  current?: { id: string; name: string } | null
  /** Whether own operation can be chosen. */
  orOurselves?: boolean
  onChange: (id: string | null) => void
}

const OURSELVES = 'ourselves'

/** Selects the operator of a job: the own company, or one that jobs can be farmed out to. */
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

/** Names the other company that operates a job, with its details for users who may see partners. */
export function OperatedBy({ job: { operated_by_partner_id: id, operated_by: name } }: { job: Operated }) {
  const mayShow = useMay('show', 'partners')
  if (id === null) return null
  return mayShow ? <RecordLink resource="partners" id={id} /> : <bdi>{name}</bdi>
}
