import Box from '@mui/material/Box'

interface LoadBarProps {
  confirmed: number
  held: number
  capacity: number
  label: string
}

/** Bar for the seats of a leg: sold, held, free. Above the capacity it is full and red. */
export function LoadBar({ confirmed, held, capacity, label }: LoadBarProps) {
  const taken = confirmed + held
  const share = (seats: number) => `${capacity === 0 ? 0 : Math.min(100, (seats / capacity) * 100)}%`
  return (
    <Box
      role="meter"
      aria-label={label}
      aria-valuenow={taken}
      aria-valuemin={0}
      aria-valuemax={Math.max(capacity, taken)}
      title={label}
      sx={{
        display: 'flex',
        height: 6,
        borderRadius: 3,
        overflow: 'hidden',
        bgcolor: (theme) => theme.colours.tones.neutral.ground,
        minWidth: 64,
      }}
    >
      <Box sx={{ width: share(confirmed), bgcolor: taken > capacity ? 'error.main' : 'primary.main' }} />
      <Box sx={{ width: share(held), bgcolor: 'warning.main', opacity: 0.75 }} />
    </Box>
  )
}
