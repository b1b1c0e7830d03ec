import type { Components, Theme } from '@mui/material/styles'
import type { Colours } from './palette'

/** Sizes of icons beside MUI's own: in a line of small print, in a line of text, in menus and buttons, in bars. */
const ICON_SIZES = Object.entries({ tiny: 15, text: 17, menu: 18, bar: 19 } as const).map(([name, fontSize]) => ({
  props: { fontSize: name as 'tiny' | 'text' | 'menu' | 'bar' },
  style: { fontSize },
}))

/** Styles of MUI's parts, in one place: hairlines for shadows, labels above fields, nothing in capitals. */
export function componentStyles(c: Colours): Components<Omit<Theme, 'components'>> {
  const focusRing = { outline: `2px solid ${c.accent}`, outlineOffset: 2 }
  return {
    MuiCssBaseline: {
      styleOverrides: {
        html: { WebkitFontSmoothing: 'antialiased', MozOsxFontSmoothing: 'grayscale' },
        body: { backgroundColor: c.ground },
        // Figures that stand below one another; in prose they would draw hyphens as wide as a figure.
        'td, dd, time, input, output, [role=gridcell]': { fontVariantNumeric: 'tabular-nums' },
        a: { color: c.accent },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { fontFamily: 'inherit', '&.Mui-focusVisible': focusRing } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      styleOverrides: {
        root: { borderRadius: 7, minHeight: 34, paddingInline: 12, whiteSpace: 'nowrap', lineHeight: 1.4 },
        outlined: {
          borderColor: c.hairline,
          color: c.ink,
          backgroundColor: c.surface,
          '&:hover': { backgroundColor: c.hover, borderColor: c.hairline },
        },
        text: { color: c.inkSecondary, '&:hover': { backgroundColor: c.hover, color: c.ink } },
        startIcon: { '& > *:nth-of-type(1)': { fontSize: 17 } },
      },
    },
    MuiIconButton: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: { borderRadius: 7, color: c.inkSecondary, '&:hover': { backgroundColor: c.hover, color: c.ink } },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: c.hairline, borderRadius: 10 } },
    },
    MuiMenu: { defaultProps: { slotProps: { paper: { elevation: 0 } } } },
    MuiPopover: {
      styleOverrides: {
        paper: {
          backgroundColor: c.raised,
          border: `1px solid ${c.hairline}`,
          borderRadius: 8,
          boxShadow: '0 8px 28px rgba(10, 15, 30, 0.14)',
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          fontSize: 13,
          minHeight: 34,
          borderRadius: 6,
          marginInline: 4,
          '@media (min-width: 600px)': { minHeight: 34 },
        },
      },
    },
    MuiList: { styleOverrides: { padding: { paddingTop: 4, paddingBottom: 4 } } },
    MuiDialog: {
      styleOverrides: { paper: { backgroundColor: c.raised, border: `1px solid ${c.hairline}`, borderRadius: 12 } },
    },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, fontWeight: 600, paddingBottom: 8 } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
    MuiTooltip: {
      defaultProps: { enterDelay: 300 },
      styleOverrides: { tooltip: { fontSize: 12, backgroundColor: '#1d2430', color: '#f3f5f9', padding: '5px 9px' } },
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
          marginBottom: 5,
          fontSize: 13,
          fontWeight: 500,
          lineHeight: 1.4,
          color: c.ink,
          '&.Mui-focused': { color: c.ink },
          '&.Mui-error': { color: c.ink },
        },
        asterisk: { color: c.tones.danger.ink },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          borderRadius: 7,
          fontSize: 14,
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
    MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, marginTop: 4, fontSize: 12, lineHeight: 1.4 } } },
    MuiAutocomplete: {
      styleOverrides: {
        inputRoot: {
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': { paddingBlock: 3.5, paddingInlineStart: 6, minHeight: 36 },
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall .MuiAutocomplete-input': {
            paddingBlock: 3.5,
            paddingInline: 5,
          },
        },
        // A plate or a code reads as it is written, at the side where the language begins.
        input: {
          'html[dir=rtl] &': { unicodeBidi: 'plaintext', textAlign: 'right /* @noflip */' as 'right' },
        },
        option: { fontSize: 13, minHeight: 34 },
        paper: {
          backgroundColor: c.raised,
          border: `1px solid ${c.hairline}`,
          boxShadow: '0 8px 28px rgba(10, 15, 30, 0.14)',
        },
        noOptions: { fontSize: 13 },
        tag: { margin: 2 },
      },
    },
    MuiChip: {
      styleOverrides: { root: { borderRadius: 6, fontWeight: 500 }, sizeSmall: { height: 22, fontSize: 12 } },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: c.hairline, fontSize: 13, lineHeight: 1.4 },
        head: { color: c.inkSecondary, fontWeight: 550, fontSize: 12, backgroundColor: c.muted, whiteSpace: 'nowrap' },
      },
    },
    MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: c.ink } }, icon: { fontSize: 15 } } },
    MuiSvgIcon: { variants: ICON_SIZES },
    MuiSkeleton: { defaultProps: { animation: 'pulse' }, styleOverrides: { root: { backgroundColor: c.hover } } },
    MuiAlert: {
      styleOverrides: {
        root: { borderRadius: 8, fontSize: 13, alignItems: 'flex-start' },
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
  }
}
