import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../ui/useFormat'
import { useFormInfo } from '../../kit/form/FormContext'
import { fieldOf } from '../../kit/resource'
import type { Condition } from './ruleConditions'

interface ConditionRowProps {
  condition: Condition
  /** Focuses the first field of a new condition. */
  fresh: boolean
  onRemove: () => void
}

/** A condition: the beginning of a sentence, completed by input fields. */
export function ConditionRow({ condition, fresh, onRemove }: ConditionRowProps) {
  const { t } = useFormat()
  const { spec, Field } = useFormInfo()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (fresh) row.current?.querySelector<HTMLElement>('input, [role="checkbox"], [role="combobox"]')?.focus()
  }, [fresh])
  const lead = t(`app.rule.asks.${condition.key}`)
  const [first, second] = condition.sources.map((source) => fieldOf(spec, source))
  return (
    <Box
      component="li"
      ref={row}
      aria-label={lead}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '132px minmax(0, 1fr) auto' },
        columnGap: 3,
        rowGap: 1,
        alignItems: 'start',
        py: 2.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box aria-hidden sx={{ fontSize: 'body2.fontSize', fontWeight: 500, lineHeight: '18px', py: '9px' }}>
        {lead}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: second ? 'minmax(0, 1fr) auto minmax(0, 1fr)' : 'minmax(0, 1fr)',
          gap: 2,
          alignItems: 'start',
          gridColumn: { xs: '1 / -1', md: 'auto' },
          gridRow: { xs: 2, md: 'auto' },
        }}
      >
        {first && <Field field={withoutHint(first)} path={first.source} bare />}
        {second && (
          <>
            <Box aria-hidden sx={{ lineHeight: '36px', color: 'text.secondary' }}>
              –
            </Box>
            <Field field={withoutHint(second)} path={second.source} bare />
          </>
        )}
      </Box>
      <IconButton aria-label={t('app.rule.remove', { condition: lead })} onClick={onRemove} sx={{ mt: 0.5 }}>
        <CloseIcon fontSize="text" />
      </IconButton>
    </Box>
  )
}

const withoutHint = <F extends { hint?: boolean }>(field: F): F => ({ ...field, hint: false })
