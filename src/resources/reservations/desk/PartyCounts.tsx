import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { PASSENGER_CATEGORIES } from '../../../../contract/core/vocabulary'
import { useFormat } from '../../../ui/useFormat'
import { choiceKey } from '../../../kit/vocabularies'
import type { Counts } from './deskTypes'

/** More passengers than one reservation takes of a category. */
const MOST = 60

interface PartyCountsProps {
  counts: Counts
  onChange: (counts: Counts) => void
  /** Enter in a box leads on. */
  onNext?: () => void
}

/** How many travel, by category. */
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

/** A number that may be empty while it is typed; another number from outside replaces what is typed. */
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
