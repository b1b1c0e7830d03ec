import type { Components, Theme } from '@mui/material/styles'
import type { Colours } from './palette'

/** Font sizes, px: page headings, section headings, text, dense text, small print, smallest. */
export const TEXT_PX = { page: 22, part: 16, text: 14, close: 13, small: 12, smallest: 11 } as const
/** Corner radii, px: chips, inputs and buttons, boxes, panels, dialogs. */
const RADIUS_PX = { chip: 6, control: 7, box: 8, panel: 10, dialog: 12 } as const

/** Icon sizes in addition to MUI's: in small print, in text, in menus and buttons, in bars. */
const ICON_SIZES = Object.entries({ tiny: 15, text: 17, menu: 18, bar: 19 } as const).map(([name, fontSize]) => ({
  props: { fontSize: name as 'tiny' | 'text' | 'menu' | 'bar' },
  style: { fontSize },
}))

/** Height of a text field with its label, px; switches beside it are as high. */
const FIELD_PX = 62

/** Size of a touch target, px, in both directions. */
const FINGER_PX = 44
const FINGER = { minWidth: FINGER_PX, minHeight: FINGER_PX }
type Size = Partial<Record<'minWidth' | 'minHeight', number>>

/** Minimum sizes for touch input; overrides the sizes that a component has for a mouse. */
const forFingers = (size: Size) => ({ '@media (pointer: coarse)': { '&&': size } })

/** Milliseconds in which a second click belongs to the double click that opened the dialog. */
const SECOND_CLICK_MS = 400
/**
 * Layer that blocks clicks on a newly opened dialog for `SECOND_CLICK_MS`. It ends by a delay, because the duration of
 * animations is zero for readers who prefer reduced motion.
 */
const SECOND_CLICK_SHIELD = {
  '@keyframes end-of-second-click': { to: { visibility: 'hidden' } },
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    animation: `end-of-second-click 1ms ${SECOND_CLICK_MS}ms forwards`,
  },
} as const

/** Columns of labels with their values on the page of a record. */
export const factGrid = ({ breakpoints, spacing }: Theme) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  columnGap: spacing(6),
  rowGap: spacing(4),
  [breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [breakpoints.up('xl')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
})

/** Style overrides of MUI's components: hairlines instead of shadows, labels above fields, no capitals. */
export function componentStyles(c: Colours): Components<Omit<Theme, 'components'>> {
  const fieldLabel = {
    marginBottom: 5,
    fontSize: TEXT_PX.close,
    fontWeight: 500,
    lineHeight: 1.4,
    color: c.ink,
    '&.Mui-focused': { color: c.ink },
    '&.Mui-error': { color: c.ink },
    // The mark of a required field, of MUI and of react-admin.
    '& span[aria-hidden]': { color: c.tones.danger.ink },
  }
  const focusRing = { outline: `2px solid ${c.accent}`, outlineOffset: 2 }
  return {
    MuiCssBaseline: {
      styleOverrides: {
        html: { WebkitFontSmoothing: 'antialiased', MozOsxFontSmoothing: 'grayscale' },
        body: { backgroundColor: c.ground },
        // Tabular figures only for aligned numbers; in prose they would widen hyphens.
        'td, dd, time, input, output, [role=gridcell]': { fontVariantNumeric: 'tabular-nums' },
        a: { color: c.accent },
        '@media (pointer: coarse)': { 'summary, label:has(input), td > input': { minHeight: FINGER_PX } },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { fontFamily: 'inherit', '&.Mui-focusVisible': focusRing, ...forFingers(FINGER) } },
    },
    MuiInputBase: { styleOverrides: { root: forFingers({ minHeight: FINGER_PX }) } },
    MuiFormControlLabel: { styleOverrides: { root: forFingers({ minHeight: FINGER_PX }) } },
    // The switch moves within its label, which is the touch target.
    MuiSwitch: { styleOverrides: { switchBase: forFingers({ minWidth: 0, minHeight: 0 }) } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      styleOverrides: {
        root: {
          borderRadius: RADIUS_PX.control,
          minHeight: 34,
          paddingInline: 12,
          whiteSpace: 'nowrap',
          lineHeight: 1.4,
        },
        outlined: {
          borderColor: c.hairline,
          color: c.ink,
          backgroundColor: c.surface,
          '&:hover': { backgroundColor: c.hover, borderColor: c.hairline },
        },
        text: { color: c.inkSecondary, '&:hover': { backgroundColor: c.hover, color: c.ink } },
        // On a message's background, only the colour of the message text is readable.
        colorInherit: {
          color: 'inherit',
          '&:hover': { backgroundColor: 'transparent', color: 'inherit', textDecoration: 'underline' },
        },
        startIcon: { '& > *:nth-of-type(1)': { fontSize: 17 } },
      },
    },
    MuiIconButton: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: {
          borderRadius: RADIUS_PX.control,
          color: c.inkSecondary,
          '&:hover': { backgroundColor: c.hover, color: c.ink },
        },
        sizeMedium: { width: 34, height: 34, padding: 5 },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: { backgroundImage: 'none' },
        outlined: { borderColor: c.hairline, borderRadius: RADIUS_PX.panel },
      },
    },
    MuiMenu: { defaultProps: { slotProps: { paper: { elevation: 0 } } } },
    MuiPopover: {
      styleOverrides: {
        paper: {
          backgroundColor: c.raised,
          border: `1px solid ${c.hairline}`,
          borderRadius: RADIUS_PX.box,
          boxShadow: '0 8px 28px rgba(10, 15, 30, 0.14)',
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          fontSize: TEXT_PX.close,
          minHeight: 34,
          borderRadius: RADIUS_PX.chip,
          marginInline: 4,
          '@media (min-width: 600px)': { minHeight: 34 },
        },
      },
    },
    MuiList: { styleOverrides: { padding: { paddingTop: 4, paddingBottom: 4 } } },
    MuiDialog: {
      styleOverrides: {
        root: SECOND_CLICK_SHIELD,
        paper: {
          backgroundColor: c.raised,
          border: `1px solid ${c.hairline}`,
          borderRadius: RADIUS_PX.dialog,
          // A form scrolls between its title and its buttons, which stay visible.
          '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        },
      },
    },
    MuiDrawer: { styleOverrides: { modal: SECOND_CLICK_SHIELD } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: TEXT_PX.part, fontWeight: 600, paddingBottom: 8 } } },
    // Labels too long for one line are stacked.
    MuiDialogActions: {
      styleOverrides: {
        root: {
          padding: '12px 24px 20px',
          flexWrap: 'wrap',
          rowGap: 8,
          '& > .MuiButton-root': { flexShrink: 0, maxWidth: '100%', whiteSpace: 'normal' },
        },
      },
    },
    MuiTooltip: {
      // A tooltip supplements the name of its element, as that of a column says what a click on its header does.
      defaultProps: { enterDelay: 300, describeChild: true },
      styleOverrides: {
        tooltip: { fontSize: TEXT_PX.small, backgroundColor: '#1d2430', color: '#f3f5f9', padding: '5px 9px' },
      },
    },
    MuiFormControl: { defaultProps: { size: 'small', fullWidth: true, margin: 'none', variant: 'outlined' } },
    MuiTextField: {
      defaultProps: {
        size: 'small',
        fullWidth: true,
        margin: 'none',
        variant: 'outlined',
        slotProps: { inputLabel: { shrink: true } },
      },
    },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          maxWidth: '100%',
          ...fieldLabel,
        },
      },
    },
    // Without a help text, an input of react-admin has no line below it.
    RaTextInput: { defaultProps: { helperText: false } },
    RaSelectInput: { defaultProps: { helperText: false, margin: 'none' } },
    RaAutocompleteInput: { defaultProps: { helperText: false, margin: 'none' } },
    RaBooleanInput: {
      defaultProps: { helperText: false },
      styleOverrides: {
        root: {
          justifyContent: 'center',
          '@media (min-width: 600px)': { minHeight: FIELD_PX },
          '& .MuiFormControlLabel-root': { marginInline: 0, gap: 8 },
          '& .MuiFormControlLabel-label': { fontSize: TEXT_PX.close, fontWeight: 500 },
        },
      },
    },
    // Compact, so that all choices are visible on a phone.
    RaCheckboxGroupInput: {
      defaultProps: { helperText: false, margin: 'none' },
      styleOverrides: {
        root: {
          '& .RaCheckboxGroupInput-label.RaCheckboxGroupInput-label': { ...fieldLabel, transform: 'none' },
          '& .MuiFormGroup-root': { gap: 6 },
          '& .MuiFormControlLabel-root': {
            position: 'relative',
            margin: 0,
            '@media (pointer: coarse)': { minWidth: FINGER_PX },
          },
          '& .MuiFormControlLabel-label': {
            flex: 1,
            textAlign: 'center',
            padding: '5px 10px',
            border: `1px solid ${c.hairline}`,
            borderRadius: RADIUS_PX.control,
            fontSize: TEXT_PX.close,
          },
          '& .MuiFormControlLabel-root:hover .MuiFormControlLabel-label': { borderColor: c.inkTertiary },
          '& .MuiCheckbox-root.Mui-checked + .MuiFormControlLabel-label': {
            borderColor: c.accent,
            fontWeight: 550,
            color: c.tones.accent.ink,
            backgroundColor: c.tones.accent.ground,
          },
          '& .Mui-focusVisible + .MuiFormControlLabel-label': focusRing,
          '& .MuiCheckbox-root': { position: 'absolute', inset: 0, opacity: 0 },
        },
      },
    },
    // Numbers are read from left to right, at the start of the line in every language.
    RaNumberInput: {
      defaultProps: { helperText: false },
      styleOverrides: { root: { '& input': { textAlign: 'left' } } },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          borderRadius: RADIUS_PX.control,
          fontSize: TEXT_PX.text,
          backgroundColor: c.surface,
          '& legend': { display: 'none' },
          '& fieldset': { top: 0, borderColor: c.hairline },
          '&:hover:not(.Mui-focused):not(.Mui-error) fieldset': { borderColor: c.inkTertiary },
          '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: c.hairline },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 1, boxShadow: `0 0 0 3px ${c.selected}` },
        },
        input: { paddingBlock: 7.5, paddingInline: 11, height: 'auto', minHeight: 21, boxSizing: 'content-box' },
        multiline: { padding: 0 },
      },
    },
    MuiFormHelperText: {
      styleOverrides: { root: { marginInline: 0, marginTop: 4, fontSize: TEXT_PX.small, lineHeight: 1.4 } },
    },
    MuiAutocomplete: {
      styleOverrides: {
        inputRoot: {
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
            paddingBlock: 3.5,
            paddingInlineStart: 6,
            minHeight: 36,
            '@media (pointer: coarse)': { minHeight: FINGER_PX },
          },
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall .MuiAutocomplete-input': {
            paddingBlock: 3.5,
            paddingInline: 5,
          },
        },
        // A plate or a code has its own direction, aligned to the start of the line.
        input: {
          'html[dir=rtl] &': { unicodeBidi: 'plaintext', textAlign: 'right /* @noflip */' as 'right' },
        },
        option: { fontSize: TEXT_PX.close, minHeight: 34 },
        paper: {
          backgroundColor: c.raised,
          border: `1px solid ${c.hairline}`,
          boxShadow: '0 8px 28px rgba(10, 15, 30, 0.14)',
        },
        noOptions: { fontSize: TEXT_PX.close },
        tag: { margin: 2 },
      },
    },
    MuiChip: {
      styleOverrides: {
        root: { borderRadius: RADIUS_PX.chip, fontWeight: 500 },
        sizeSmall: { height: 22, fontSize: TEXT_PX.small },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: c.hairline, fontSize: TEXT_PX.close, lineHeight: 1.4 },
        head: {
          color: c.inkSecondary,
          fontWeight: 550,
          fontSize: TEXT_PX.small,
          backgroundColor: c.muted,
          whiteSpace: 'nowrap',
        },
      },
    },
    MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: c.ink } }, icon: { fontSize: 15 } } },
    MuiSvgIcon: { variants: ICON_SIZES },
    MuiSkeleton: {
      defaultProps: { animation: 'pulse' },
      styleOverrides: { root: { backgroundColor: c.hover }, rounded: { borderRadius: RADIUS_PX.panel } },
    },
    MuiAlert: {
      styleOverrides: {
        root: { borderRadius: RADIUS_PX.box, fontSize: TEXT_PX.close, alignItems: 'flex-start' },
        standardError: { backgroundColor: c.tones.danger.ground, color: c.tones.danger.ink },
        standardWarning: { backgroundColor: c.tones.warning.ground, color: c.tones.warning.ink },
        standardSuccess: { backgroundColor: c.tones.success.ground, color: c.tones.success.ink },
        standardInfo: { backgroundColor: c.tones.info.ground, color: c.tones.info.ink },
      },
    },
    MuiToggleButton: { styleOverrides: { root: { textTransform: 'none' } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 38 }, indicator: { height: 2, borderRadius: 2 } } },
    MuiTab: { styleOverrides: { root: { minHeight: 38, padding: '8px 12px', fontWeight: 500, minWidth: 0 } } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    RaShow: {
      styleOverrides: { root: { '& .RaShow-noActions': { marginTop: 0 }, '& .RaShow-card': { minWidth: 0 } } },
    },
    RaCreate: {
      styleOverrides: { root: { '& .RaCreate-noActions': { marginTop: 0 }, '& .RaCreate-card': { minWidth: 0 } } },
    },
    RaEdit: {
      styleOverrides: { root: { '& .RaEdit-noActions': { marginTop: 0 }, '& .RaEdit-card': { minWidth: 0 } } },
    },
    RaSimpleShowLayout: {
      defaultProps: { spacing: 0 },
      styleOverrides: {
        root: ({ theme }) => ({
          padding: 0,
          '& .RaSimpleShowLayout-stack': factGrid(theme),
          '& .RaSimpleShowLayout-row': { display: 'flex' },
        }),
      },
    },
    RaLabeled: {
      styleOverrides: {
        root: { minWidth: 0, marginBottom: 0, '& .RaLabeled-label': { fontSize: TEXT_PX.small, marginBottom: 2 } },
      },
    },
    RaSimpleList: {
      styleOverrides: {
        root: ({ theme }) => ({
          padding: 0,
          '& .MuiListItemButton-root': { padding: '6px 8px', marginInline: -8, borderRadius: 6 },
          '& .MuiListItemText-root': { margin: 0 },
          '& .RaSimpleList-tertiary': { opacity: 1, color: theme.palette.text.secondary, fontSize: TEXT_PX.close },
        }),
      },
    },
    // Names are written in any script, and take the size of the text around them.
    RaTextField: { defaultProps: { component: 'bdi', variant: 'inherit' } },
  }
}
