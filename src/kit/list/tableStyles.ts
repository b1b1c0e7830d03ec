import type { SxProps, Theme } from '@mui/material/styles'
import { TEXT_PX } from '../../ui/theme/components'
import { MONOSPACE } from '../../ui/theme/theme'
import type { Settings } from '../../providers/settings/settings'

/** Width of a day of another year, a time and the short name of its zone. */
const ZONED_PX = 180
const ROW_PX = { compact: 37, comfortable: 46 } as const

/** Returns the styles of a whole table: styles of each cell would take as long as the data. */
export function tableStyles(density: Settings['density']): SxProps<Theme> {
  return ({ colours: c, breakpoints }) => ({
    '& .RaDataTable-tableWrapper': { overflow: 'auto', maxHeight: { md: 'max(420px, calc(100dvh - 264px))' } },
    '& table': { borderCollapse: 'separate', borderSpacing: 0, fontSize: 'body2.fontSize' },
    '&.waiting tbody': { opacity: 0.55, transition: 'opacity 150ms 100ms' },
    '& td': {
      borderBottom: `1px solid ${c.hairline}`,
      color: c.ink,
      fontSize: TEXT_PX.close,
      lineHeight: 1.4,
      letterSpacing: 0,
      textAlign: 'left',
    },
    '& :is(th, td)': {
      height: ROW_PX[density],
      padding: '0 9px',
      whiteSpace: 'nowrap',
      maxWidth: 240,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    // Fixed width, so that columns do not move when the names load.
    '& td.reference': { minWidth: 150, maxWidth: 150 },
    // The zone loads later than the time.
    '& td.zoned': { minWidth: ZONED_PX },
    // The default columns of a list fit on a small screen.
    [breakpoints.down('xl')]: {
      '& :is(th, td)': { paddingInline: '7px', maxWidth: 208 },
      '& td.reference': { minWidth: 120, maxWidth: 120 },
    },
    '& th.MuiTableCell-root': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      height: 36,
      lineHeight: 1.25,
      whiteSpace: 'normal',
      backgroundColor: c.muted,
      borderRadius: 0,
    },
    '& tbody tr': { cursor: 'pointer' },
    '& tbody tr:hover': { backgroundColor: c.hover },
    '& tbody tr.Mui-selected': { backgroundColor: c.selected },
    '& tbody tr.changed td': { animation: 'just-changed 4s ease-out' },
    '@keyframes just-changed': { from: { backgroundColor: c.tones.info.ground } },
    '& tbody tr:last-of-type td': { borderBottomColor: 'transparent' },
    '& :is(th, td).numeric': { textAlign: 'right' },
    '& th.numeric .MuiTableSortLabel-root': { flexDirection: 'row-reverse' },
    '& :is(th, td).choose': { width: 15, paddingInlineEnd: '2px', paddingInlineStart: '14px' },
    '& td.code': { fontFamily: MONOSPACE, fontSize: 'caption.fontSize' },
    '& td.status svg': { verticalAlign: '-3px' },
    '& .choose input': {
      width: 15,
      height: 15,
      margin: 0,
      verticalAlign: 'middle',
      accentColor: c.accent,
      cursor: 'pointer',
    },
    '& td a': { color: 'inherit', textDecoration: 'none' },
    '& td a:not([href^="tel:"]):hover': { textDecoration: 'underline' },
    '& td .muted': { color: c.inkTertiary },
    '& td time span': { color: c.inkTertiary, fontSize: '0.86em' },
    '& a.name': { color: c.ink, fontWeight: 550, textDecoration: 'none' },
    '& tr:hover a.name, & a.name:focus-visible': { textDecoration: 'underline', textUnderlineOffset: '3px' },
    // Stays visible at any horizontal position, and opaque, because the other columns scroll below it.
    '& :is(th, td).more': {
      position: 'sticky',
      insetInlineEnd: 0,
      width: 44,
      padding: '0 8px',
      textAlign: 'right',
    },
    '& th.MuiTableCell-root.more': { zIndex: 2 },
    '& td.more': { backgroundColor: c.surface },
    '& tbody tr:hover td.more': { backgroundImage: `linear-gradient(${c.hover}, ${c.hover})` },
    '& tbody tr.Mui-selected td.more': { backgroundImage: `linear-gradient(${c.selected}, ${c.selected})` },
    '& .more button': {
      width: 28,
      height: 28,
      border: 0,
      borderRadius: 6,
      background: 'none',
      font: 'inherit',
      fontSize: 'h2.fontSize',
      lineHeight: 1,
      color: c.inkTertiary,
      cursor: 'pointer',
    },
    '& .more button:hover': { backgroundColor: c.hover, color: c.ink },
    '& :focus-visible': { outline: `2px solid ${c.accent}`, outlineOffset: 1, borderRadius: 4 },
    '& .unseen': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  })
}
