import Box from '@mui/material/Box'
import { Link as RouterLink } from 'react-router-dom'
import { formatTime } from '../../providers/format/dates'
import { useFormat } from '../../ui/useFormat'
import type { Busy } from './useBusy'

interface BusyBarProps {
  busy: Busy
  /** Start of the day in ms. */
  start: number
  end: number
  zone: string
}

/** Suffix of a journey code, which repeats the position of the bar. */
const DAY_AND_TIME = /-\d{8}-\d{4}(-\d+)?$/

/** Maximum width of a bar without a label, which would be cut off; the tooltip has the whole name. */
const UNLABELLED_MAX_PX = 44

const TONES = { job: 'accent', away: 'danger', asked: 'warning' } as const

/** Bar of a job, a downtime or an absence on the line of a day; the turnaround at its end is hatched. */
export function BusyBar({ busy, start, end, zone }: BusyBarProps) {
  const { locale } = useFormat()
  const share = (ms: number) => ((Math.min(end, Math.max(start, ms)) - start) / (end - start)) * 100
  const [from, done, to] = [share(busy.from), share(busy.doneAt), share(busy.to)]
  const time = (ms: number) => formatTime(new Date(ms).toISOString(), { locale, zone })
  const span = `${time(busy.from)} – ${Number.isFinite(busy.to) ? time(busy.doneAt) : '…'}`
  const tone = TONES[busy.kind]
  const name = `${busy.label}, ${span}`
  const styles = {
    position: 'absolute',
    insetBlock: 4,
    insetInlineStart: `${from}%`,
    width: `calc(${to - from}% - 1px)`,
    minWidth: 6,
    containerType: 'inline-size',
    overflow: 'hidden',
    borderRadius: 1,
    fontSize: 'overline.fontSize',
    lineHeight: '28px',
    px: 1,
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    color: (theme: { colours: { tones: Record<string, { ink: string }> } }) => theme.colours.tones[tone]?.ink,
    bgcolor: (theme: { colours: { tones: Record<string, { ground: string }> } }) => theme.colours.tones[tone]?.ground,
    border: '1px solid currentColor',
    '&:focus-visible': { outlineOffset: -2 },
  } as const
  const inside = (
    <>
      <Box component="span" dir="ltr" sx={{ [`@container (max-width: ${UNLABELLED_MAX_PX}px)`]: { display: 'none' } }}>
        {busy.label.replace(DAY_AND_TIME, '')}
      </Box>
      {done < to && (
        <Box
          component="span"
          aria-hidden
          sx={{
            position: 'absolute',
            insetBlock: 0,
            insetInlineEnd: 0,
            width: `${((to - done) / Math.max(0.1, to - from)) * 100}%`,
            bgcolor: 'background.paper',
            opacity: 0.85,
            backgroundImage: 'repeating-linear-gradient(45deg, currentColor 0 1px, transparent 1px 5px)',
          }}
        />
      )}
    </>
  )
  if (busy.path === null)
    return (
      <Box role="img" aria-label={name} title={name} sx={styles}>
        {inside}
      </Box>
    )
  return (
    <Box component={RouterLink} to={busy.path} aria-label={name} title={name} sx={styles}>
      {inside}
    </Box>
  )
}
