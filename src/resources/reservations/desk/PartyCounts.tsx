import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { PASSENGER_CATEGORIES } from '../../../../contract/core/vocabulary'
import { useFormat } from '../../../ui/useFormat'
import { choiceKey } from '../../../kit/vocabularies'
import type { Counts } from './deskTypes'

/** Maximum of the boxes; higher than the limit of one reservation per category. */
const MOST = 60

interface PartyCountsProps {
  counts: Counts
  onChange: (counts: Counts) => void
  /** Called on Enter in a box. */
  onNext?: () => void
}

export function PartyCounts({ counts, onChange, onNext }: PartyCountsProps) {
  const { t } = useFormat()
  return (
    <Box
      role="group"
      aria-label={t('resources.reservations.fields.passengers')}
      onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && onNext?.()}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(3, 1fr)', sm: 'repeat(6, 1fr)' },
        gap: 2,
        alignItems: 'end',
        '& .MuiInputLabel-root': { whiteSpace: 'normal', lineHeight: 1.25 },
      }}
    >
      {PASSENGER_CATEGORIES.map((category) => (
        <CountBox
          key={category}
          label={t(choiceKey('passengerCategories', category))}
          count={counts[category]}
          onChange={(count) => onChange({ ...counts, [category]: count })}
        />
      ))}
    </Box>
  )
}

interface CountBoxProps {
  label: string
  count: number
  onChange: (count: number) => void
}

/** Number box that may be empty while typing; a change of `count` replaces the typed text. */
function CountBox({ label, count, onChange }: CountBoxProps) {
  const [typed, setTyped] = useState<{ text: string; count: number } | null>(null)
  return (
    <TextField
      type="number"
      label={label}
      value={typed?.count === count ? typed.text : String(count)}
      onFocus={(event) => (event.target as HTMLInputElement).select()}
      onChange={(event) => {
        const text = event.target.value
        const next = Math.trunc(Number(text))
        const isCount = next >= 0 && next <= MOST
        setTyped({ text, count: isCount ? next : count })
        if (isCount) onChange(next)
      }}
      onBlur={() => setTyped(null)}
      slotProps={{ htmlInput: { min: 0, max: MOST, inputMode: 'numeric' }, inputLabel: { shrink: true } }}
    />
  )
}
