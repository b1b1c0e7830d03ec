import type { Theme } from '@mui/material/styles'

/** A table of boxes that scrolls inside itself, its first column staying in sight. */
export const triangleLooks = (theme: Theme) => ({
  overflow: 'auto',
  border: `1px solid ${theme.colours.hairline}`,
  borderRadius: '8px',
  '& table': { borderCollapse: 'separate', borderSpacing: 0, fontSize: 13, fontVariantNumeric: 'tabular-nums' },
  '& th, & td': {
    borderBlockEnd: `1px solid ${theme.colours.hairline}`,
    borderInlineEnd: `1px solid ${theme.colours.hairline}`,
    padding: 0,
    height: 36,
  },
  '& th': { padding: '6px 10px', fontWeight: 500, textAlign: 'start', minWidth: 84, maxWidth: 150 },
  '& thead th': { backgroundColor: theme.colours.muted, fontSize: 12, verticalAlign: 'bottom' },
  '& th:first-of-type': {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    backgroundColor: theme.colours.surface,
  },
  '& thead th:first-of-type': { backgroundColor: theme.colours.muted, color: theme.colours.inkSecondary },
  '& tbody tr:last-of-type > *': { borderBlockEnd: 0 },
  '& td': { textAlign: 'end' },
  '& td[data-off]': { backgroundColor: theme.colours.muted },
  '& td[data-changed="true"]': { backgroundColor: theme.colours.selected },
  '& td > span': { paddingInline: '10px' },
  '& input': {
    width: '100%',
    minWidth: 84,
    height: 36,
    border: 0,
    padding: '0 10px',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'end',
    background: 'transparent',
    '&:focus-visible': { outline: `2px solid ${theme.colours.accent}`, outlineOffset: -2 },
    '&[aria-invalid="true"]': { color: theme.colours.tones.danger.ink },
    '&::placeholder': { color: theme.colours.inkTertiary, opacity: 1 },
  },
})
