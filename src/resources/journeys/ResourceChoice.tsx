import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Plate } from '../../ui/Plate'
import { useFormat } from '../../ui/useFormat'
import { RecordPicker } from '../../kit/form/RecordPicker'
import { RecordLink } from '../../kit/RecordLink'
import { SecondaryText } from '../../ui/Text'

export interface Choice {
  id: string
  label: string
  detail: string
  /** Warning about a limit that would be exceeded. */
  warning?: string
}

interface ResourceChoiceProps {
  resource: 'vehicles' | 'staff'
  title: string
  /** Available and suitable resources; undefined while loading. */
  choices: Choice[] | undefined
  assigned: string | null
  value: string | null | undefined
  onChange: (id: string | null) => void
}

const SHOWN = 5
const FILTERS = { vehicles: { status: 'available' }, staff: { status: 'active', roles: 'driver' } }

/** Selects a vehicle or person for a job: the current one, suitable available ones, none, or any by name. */
export function ResourceChoice({ resource, title, choices, assigned, value, onChange }: ResourceChoiceProps) {
  const { t } = useFormat()
  const id = useId()
  const offered = (choices ?? []).filter((choice) => choice.id !== assigned).slice(0, SHOWN)
  const known = value === null || value === assigned || offered.some((choice) => choice.id === value)
  const name = (label: string) => (resource === 'vehicles' ? <Plate>{label}</Plate> : label)
  return (
    <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      <RadioGroup aria-labelledby={id} value={value ?? ''} onChange={(_event, next) => onChange(next || null)}>
        {assigned !== null && (
          <Row value={assigned} detail={t('app.operations.assign.now')}>
            <RecordLink resource={resource} id={assigned} plain />
          </Row>
        )}
        {offered.map((choice) => (
          <Row key={choice.id} value={choice.id} detail={choice.detail} warning={choice.warning}>
            {name(choice.label)}
          </Row>
        ))}
        {choices === undefined && Array.from({ length: SHOWN }, (_, index) => <Skeleton key={index} height={40} />)}
        {choices?.length === 0 && (
          <Box sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', py: 2 }}>
            {t('app.operations.assign.nobodyFree')}
          </Box>
        )}
        <Row value="" detail="">
          {t('app.operations.assign.nobody')}
        </Row>
      </RadioGroup>
      <RecordPicker
        resource={resource}
        filter={FILTERS[resource]}
        ids={known || typeof value !== 'string' ? [] : [value]}
        onPick={([picked]) => onChange(picked ?? assigned)}
        box={{ label: t('app.operations.assign.other') }}
      />
    </Box>
  )
}

interface RowProps {
  value: string
  detail: string
  warning?: string | undefined
  children: React.ReactNode
}

function Row({ value, detail, warning, children }: RowProps) {
  return (
    <FormControlLabel
      value={value}
      control={<Radio size="small" />}
      sx={{ mx: 0, minHeight: 40, '& .MuiFormControlLabel-label': { flex: 1, minWidth: 0 } }}
      label={
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap', fontSize: 'body2.fontSize' }}>
          <span>{children}</span>
          <SecondaryText component="span" size="caption">
            {detail}
          </SecondaryText>
          {warning && (
            <Box component="span" sx={{ color: 'warning.main', fontSize: 'caption.fontSize' }}>
              {warning}
            </Box>
          )}
        </Box>
      }
    />
  )
}
