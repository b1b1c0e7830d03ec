import Popover from '@mui/material/Popover'
import Box from '@mui/material/Box'
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import type { SxProps, Theme } from '@mui/material/styles'
import { DayPicker } from 'react-day-picker'
import { dateFormat } from '../../providers/format/intl'
import { languageInfo } from '../../providers/i18n/languages'
import { useFormat } from '../useFormat'

interface CalendarProps {
  label: string
  anchor: HTMLElement | null
  /** `2026-03-29`; empty without a chosen day. */
  value: string
  today: string
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string) => void
  onClose: () => void
}

/** Years before and after today that can be reached; others must be typed. */
const YEARS = 10
const CELL = 36
/** Height in px of months, weekdays, six weeks and border. */
const HEIGHT = 320

const dateOf = (day: string) => new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)))
const pad = (number: number) => String(number).padStart(2, '0')
const dayOfDate = (date: Date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** A calendar on top of its field would hide its value. */
const fitsOnlyAbove = ({ top, bottom }: DOMRect): boolean => bottom + HEIGHT > window.innerHeight && top > HEIGHT

const ICONS = { left: ChevronLeftIcon, right: ChevronRightIcon, up: ExpandMoreIcon, down: ExpandMoreIcon }

export default function Calendar({ label, anchor, value, today, min, max, onPick, onClose }: CalendarProps) {
  const { t, locale, language } = useFormat()
  const { rtl, tag } = languageInfo(language)
  const written = (date: Date, options: Intl.DateTimeFormatOptions) => dateFormat(locale, options).format(date)
  const wide = (date: Date) => written(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const years = (by: number) => new Date(Number(today.slice(0, 4)) + by, by < 0 ? 0 : 11)
  const [first, last] = [min ? dateOf(min) : null, max ? dateOf(max) : null]
  const isAbove = anchor !== null && fitsOnlyAbove(anchor.getBoundingClientRect())
  const horizontal = rtl ? 'right' : 'left'
  return (
    <Popover
      open
      disableRestoreFocus
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: isAbove ? 'top' : 'bottom', horizontal }}
      transformOrigin={{ vertical: isAbove ? 'bottom' : 'top', horizontal }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': label, 'aria-modal': true, sx: { mt: isAbove ? -1 : 1, p: 3 } },
      }}
    >
      <Box sx={STYLES}>
        <DayPicker
          autoFocus
          fixedWeeks
          showOutsideDays
          mode="single"
          required
          captionLayout="dropdown"
          navLayout="after"
          dir={rtl ? 'rtl' : 'ltr'}
          lang={tag}
          weekStartsOn={1}
          today={dateOf(today)}
          selected={value ? dateOf(value) : undefined}
          defaultMonth={dateOf(value || (min && min > today ? min : today))}
          startMonth={first ?? years(-YEARS)}
          endMonth={last ?? years(YEARS)}
          disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
          onSelect={(date) => onPick(dayOfDate(date))}
          formatters={{
            formatCaption: (date) => written(date, { month: 'long', year: 'numeric' }),
            formatDay: (date) => written(date, { day: 'numeric' }).replace(/\D+$/, ''),
            formatMonthDropdown: (date) => written(date, { month: 'long' }),
            formatYearDropdown: (date) => String(date.getFullYear()),
            formatWeekdayName: (date) => written(date, { weekday: rtl ? 'narrow' : 'short' }).replace(/\.$/, ''),
          }}
          labels={{
            labelDayButton: wide,
            labelGridcell: wide,
            labelGrid: (date) => written(date, { month: 'long', year: 'numeric' }),
            labelMonthDropdown: () => t('app.date.month'),
            labelYearDropdown: () => t('app.date.year'),
            labelPrevious: () => t('app.date.previousMonth'),
            labelNext: () => t('app.date.nextMonth'),
            labelNav: () => label,
            labelWeekday: (date) => written(date, { weekday: 'long' }),
          }}
          components={{
            Chevron: ({ orientation = 'down' }) => {
              const Icon = ICONS[orientation]
              return <Icon fontSize={orientation === 'down' ? 'text' : 'menu'} />
            },
          }}
        />
      </Box>
    </Popover>
  )
}

const STYLES: SxProps<Theme> = {
  '& .rdp-month': { position: 'relative' },
  '& .rdp-month_caption': { display: 'flex', alignItems: 'center', height: CELL, mb: 1, fontWeight: 600 },
  '& .rdp-dropdowns': { display: 'flex', gap: 1 },
  '& .rdp-dropdown_root': { position: 'relative', display: 'inline-flex', borderRadius: 1 },
  // The native select is an invisible overlay of its label.
  '& .rdp-dropdown': { position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer', font: 'inherit' },
  '& .rdp-dropdown option': { bgcolor: 'background.paper', color: 'text.primary' },
  '& .rdp-dropdown:focus-visible ~ .rdp-caption_label': { outline: '2px solid', outlineColor: 'primary.main' },
  '& .rdp-caption_label': { display: 'inline-flex', alignItems: 'center', px: 1, py: 0.5, borderRadius: 1 },
  '& .rdp-dropdown_root:hover .rdp-caption_label': { bgcolor: 'action.hover' },
  '& .rdp-nav': { position: 'absolute', top: 0, insetInlineEnd: 0, display: 'flex' },
  '& .rdp-button_previous, & .rdp-button_next, & .rdp-day_button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: CELL,
    height: CELL,
    p: 0,
    border: 0,
    borderRadius: 1.5,
    bgcolor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    '&:hover:not(:disabled)': { bgcolor: 'action.hover' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
    '&:disabled, &[aria-disabled=true]': { color: 'text.disabled', cursor: 'default' },
  },
  '& .rdp-nav .MuiSvgIcon-root': { 'html[dir=rtl] &': { transform: 'scaleX(-1)' } },
  '& .rdp-month_grid': { borderCollapse: 'collapse', fontSize: 'body2.fontSize' },
  '& .rdp-weekday': {
    width: CELL,
    height: 28,
    p: 0,
    fontWeight: 500,
    color: 'text.secondary',
    fontSize: 'caption.fontSize',
  },
  '& .rdp-day': { p: 0, textAlign: 'center' },
  '& .rdp-outside .rdp-day_button': { color: 'text.secondary' },
  '& .rdp-disabled .rdp-day_button': { color: 'text.disabled', opacity: 0.6 },
  '& .rdp-today .rdp-day_button': { fontWeight: 700, boxShadow: (theme) => `inset 0 0 0 1px ${theme.palette.divider}` },
  '& .rdp-selected .rdp-day_button': {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
    fontWeight: 600,
    '&:hover:not(:disabled)': { bgcolor: 'primary.dark' },
  },
}
