import { alpha, type SxProps, type Theme } from '@mui/material/styles'

/** Small enough to show all vehicles of a depot at once. */
export const ROW_PX = 24
export const AXIS_PX = 28
export const LABEL_PX = 200
/** Visible lines of unassigned jobs. */
export const OPEN_LINES = 3

const hatch = (ink: string, ground = 'transparent') =>
  `repeating-linear-gradient(45deg, ${ink} 0 1px, ${ground} 1px 5px)`
const tone = (name: 'accent' | 'danger' | 'warning' | 'neutral' | 'success' | 'info') => (theme: Theme) => ({
  color: theme.colours.tones[name].ink,
  backgroundColor: theme.colours.tones[name].ground,
})

/** Styles of the timeline's elements, which number thousands: plain elements with classes, distinguished by attributes. */
export const timelineStyles: SxProps<Theme> = {
  position: 'relative',
  overflow: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  outlineOffset: 2,
  userSelect: 'none',
  fontSize: 'caption.fontSize',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
  '& .axis': {
    position: 'sticky',
    top: 0,
    zIndex: 4,
    display: 'flex',
    height: AXIS_PX,
    bgcolor: (theme: Theme) => theme.colours.muted,
    borderBottom: 1,
    borderColor: 'divider',
    color: 'text.secondary',
  },
  // One sticky column for all names, because each sticky element becomes a browser layer.
  '& .corner, & .openHead .name, & .names': {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 3,
    flex: 'none',
    width: LABEL_PX,
    boxSizing: 'border-box',
  },
  '& .corner, & .names': { borderInlineEnd: '1px solid', borderColor: 'divider', bgcolor: 'background.paper' },
  '& .corner, & .name': {
    px: 2,
    display: 'flex',
    gap: 2,
    alignItems: 'center',
    lineHeight: 1.3,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
  },
  '& .names .name': {
    position: 'absolute',
    insetInline: 0,
    height: ROW_PX,
    boxSizing: 'border-box',
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& .corner': { bgcolor: (theme: Theme) => theme.colours.muted },
  '& .name b': {
    fontWeight: 550,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontSize: 'caption.fontSize',
    flex: 'none',
    maxWidth: '62%',
  },
  '& .name small': {
    fontSize: 'overline.fontSize',
    color: 'text.secondary',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& .track': { position: 'relative', flex: 1 },
  '& .tick': {
    position: 'absolute',
    insetBlock: 0,
    paddingInlineStart: '4px',
    lineHeight: `${AXIS_PX}px`,
    borderInlineStart: 1,
    borderColor: 'divider',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .tick[data-day]': { color: 'text.primary', fontWeight: 600 },
  '& .open': {
    position: 'sticky',
    top: AXIS_PX,
    // Same z-index as the axis; the later column of names scrolls below both.
    zIndex: 4,
    borderBottom: 1,
    borderColor: 'divider',
    bgcolor: (theme: Theme) => theme.colours.canvas,
    boxShadow: (theme: Theme) => `0 1px 0 ${theme.colours.hairline}`,
  },
  '& .openLines': { overflowY: 'auto', overflowX: 'clip', maxHeight: OPEN_LINES * ROW_PX, position: 'relative' },
  '& .openLines:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '& .openHead': { display: 'flex', height: 24 },
  '& .openHead .name': { width: 'auto', fontWeight: 600, fontSize: 'caption.fontSize' },
  '& .openLines .line': { insetInlineStart: LABEL_PX },
  '& .open[data-over] .openHead': { bgcolor: 'action.selected' },
  '& .lanes': { position: 'relative', display: 'flex' },
  '& .lines': { position: 'relative', flex: 1 },
  '& .line': {
    position: 'absolute',
    insetInline: 0,
    height: ROW_PX,
    // Limits layout and paint to the changed line.
    contain: 'strict',
    boxSizing: 'border-box',
    borderBottom: 1,
    borderColor: 'divider',
  },
  // Text for screen readers, placed before the start of its line, where overflow is hidden.
  '& .heard': { position: 'absolute', insetInlineEnd: '100%', whiteSpace: 'nowrap' },
  '& .name[data-idle]': { color: 'text.disabled' },
  '& .line[data-verdict=conflict]': {
    bgcolor: (theme: Theme) => theme.colours.tones.danger.ground,
    opacity: 0.6,
  },
  '& .line[data-verdict=fits]': { bgcolor: (theme: Theme) => theme.colours.tones.success.ground },
  '& .name[data-over]': { bgcolor: (theme: Theme) => theme.colours.selected },
  '& .line[data-over]': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '& .bar, & .block': {
    position: 'absolute',
    insetBlock: 2,
    boxSizing: 'border-box',
    minWidth: 6,
    whiteSpace: 'nowrap',
    borderRadius: 1,
    border: '1px solid currentColor',
    fontSize: 'overline.fontSize',
    lineHeight: `${ROW_PX - 6}px`,
    px: 0.75,
  },
  // Background layers, from the front: occupied seats, turnaround, lateness.
  '& .bar': (theme: Theme) => ({
    cursor: 'grab',
    '--ink-faint': 'color-mix(in srgb, currentColor 45%, transparent)',
    backgroundRepeat: 'no-repeat',
    backgroundImage: [
      'linear-gradient(var(--ink-faint) 0 0)',
      hatch('currentColor', alpha(theme.colours.surface, 0.8)),
      hatch('var(--ink-faint)'),
    ].join(','),
    backgroundPosition: 'left bottom, right top, left var(--planned, 0px) top',
    backgroundSize: 'var(--load) 3px, var(--turnaround, 0px) 100%, var(--lateness, 0px) 100%',
    '&:hover': { boxShadow: 'inset 0 0 0 99px color-mix(in srgb, currentColor 6%, transparent)' },
  }),
  '& .bar[data-tone=accent]': tone('accent'),
  '& .bar[data-tone=info]': tone('info'),
  '& .bar[data-tone=warning]': tone('warning'),
  '& .bar[data-tone=danger]': tone('danger'),
  '& .bar[data-tone=neutral]': tone('neutral'),
  '& .bar[data-selected]': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 0, zIndex: 1 },
  '& .bar[data-dragged]': { opacity: 0.35 },
  // The text of a bar that starts before the visible area starts at its edge.
  '& .bar[data-cut]': { textIndent: 'var(--cut)', overflow: 'clip' },
  // An empty run up to the start of the job.
  '& .run': {
    position: 'absolute',
    top: '50%',
    height: 0,
    borderTop: '2px dotted',
    borderColor: 'text.disabled',
    '&[data-tight]': { borderColor: 'error.main' },
  },
  '& .ghost': {
    position: 'absolute',
    insetBlock: 2,
    boxSizing: 'border-box',
    whiteSpace: 'nowrap',
    overflow: 'clip',
    borderRadius: 1,
    border: '1px dashed',
    borderColor: 'primary.main',
    color: 'primary.main',
    bgcolor: 'background.paper',
    opacity: 0.9,
    fontSize: 'overline.fontSize',
    lineHeight: `${ROW_PX - 6}px`,
    px: 0.75,
    cursor: 'pointer',
    '&:hover': { bgcolor: (theme: Theme) => theme.colours.selected },
  },
  // Handle at the end of a job that changes its delay.
  '& .bar[data-ends]:hover::after': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInlineEnd: 0,
    width: 6,
    cursor: 'ew-resize',
  },
  '& .block': (theme: Theme) => ({ ...tone('neutral')(theme), overflow: 'clip', borderStyle: 'dashed' }),
  '& .block[data-kind=away]': (theme: Theme) => ({ ...tone('danger')(theme), backgroundImage: hatch('currentColor') }),
  '& .block span': (theme: Theme) => ({
    // Stays visible while scrolling.
    position: 'sticky',
    insetInlineStart: LABEL_PX + 4,
    backgroundColor: theme.colours.surface,
    paddingInline: '3px',
    borderRadius: '3px',
  }),
  '& .now': {
    position: 'absolute',
    insetBlock: 0,
    width: 2,
    zIndex: 2,
    bgcolor: 'error.main',
    pointerEvents: 'none',
  },
  // Below the hours, so that it does not cross them.
  '& .axis .now': { insetBlock: 'auto 0', height: 6 },
}

/** Element that follows the pointer while a job is dragged. */
export const ghostStyles: SxProps<Theme> = {
  position: 'fixed',
  top: 0,
  // Own layer, so that moving it does not repaint the elements below.
  willChange: 'transform',
  zIndex: 'tooltip',
  pointerEvents: 'none',
  maxWidth: 320,
  px: 2,
  py: 1,
  fontSize: 'caption.fontSize',
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: (theme: Theme) => theme.colours.raised,
  color: 'text.primary',
  '& b': { display: 'block', fontWeight: 600 },
  '&[data-verdict=conflict]': { color: 'error.main' },
  '&[data-verdict=fits] b': { color: 'success.main' },
}
