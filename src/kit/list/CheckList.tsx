import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useId } from 'react'

interface CheckListProps<V extends string | number> {
  label: string
  options: readonly { value: V; label: string }[]
  checked: (value: V) => boolean
  onToggle: (value: V) => void
  /** Returns a note beside an option, e.g. its number of records. */
  note?: (value: V) => string | undefined
}

/** Checkboxes in a popover above a list. */
export function CheckList<V extends string | number>({ label, options, checked, onToggle, note }: CheckListProps<V>) {
  const id = useId()
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 1, minWidth: 200, maxHeight: 380, overflow: 'auto' }}
    >
      {options.map((option) => (
        <li key={option.value}>
          <Box component="label" sx={rowStyles}>
            <Checkbox
              checked={checked(option.value)}
              onChange={() => onToggle(option.value)}
              size="small"
              sx={{ p: 0, '&.Mui-focusVisible': { outline: 0 } }}
              slotProps={{
                input: {
                  'aria-labelledby': `${id}-${option.value}`,
                  'aria-describedby': note && `${id}-${option.value}-note`,
                },
              }}
            />
            <span id={`${id}-${option.value}`}>{option.label}</span>
            {note && (
              <Box component="span" id={`${id}-${option.value}-note`} sx={noteStyles}>
                {note(option.value)}
              </Box>
            )}
          </Box>
        </li>
      ))}
    </Box>
  )
}

const noteStyles = {
  marginInlineStart: 'auto',
  paddingInlineStart: 4,
  minWidth: 32,
  textAlign: 'right',
  fontSize: 'caption.fontSize',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const

const rowStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minHeight: 32,
  px: 2,
  borderRadius: 1.5,
  fontSize: 'body2.fontSize',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const
