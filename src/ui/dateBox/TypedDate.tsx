import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import TextField from '@mui/material/TextField'
import type { SxProps, Theme } from '@mui/material/styles'
import { useForkRef } from '@mui/material/utils'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { serviceTimeParts } from '../../providers/format/durations'
import { foreignZone, fromZonedInput, ownTimeZone, toZonedInput } from '../../providers/format/dates'
import type { Reading } from '../../providers/format/readDay'
import { clockFault } from '../../providers/format/readTime'
import { onDemand } from '../onDemand'
import { useFormat } from '../useFormat'
import { useNow } from '../useNow'
import { exampleText, KINDS, wallNow, wideDay, type Part } from './kinds'
import type { DateBoxProps } from './props'

const Calendar = onDemand(() => import('./Calendar'))

/** Text being typed over a value; it is discarded when the value changes. */
interface Typed {
  text: string
  over: string
  /** Today's date when the text was typed. */
  today: string
  /** Whether invalid text was submitted by blur or Enter. */
  isRefused: boolean
}

const LENGTH_OF_TIME = '14:05'.length
const ARABIC = /\p{Script=Arabic}/u
const LEFT = { '& input': { textAlign: 'left' } }

/** Input for a day or time: the interpretation is shown below while typing, and in the field once accepted. */
export default function TypedDate(props: DateBoxProps) {
  const { kind = 'day', value, onChange, onBlur, zone = ownTimeZone(), min, max, helperText, ariaLabel } = props
  const { label, name, required, disabled, error, autoFocus, sx } = props
  const { t, locale } = useFormat()
  const now = useNow()
  const { write, read, step, start } = KINDS[kind]
  const hasCalendar = kind === 'day' || kind === 'dayTime'
  const [typedNow, setTyped] = useState<Typed | null>(null)
  /** Last accepted value; the present one differs if clocks skip that time. */
  const [taken, setTaken] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const inputRef = useForkRef(input, props.inputRef)
  const typed = typedNow?.over === value ? typedNow : null
  const written = write(value, locale)
  const text = typed?.text ?? written ?? value
  const readingOf = (of: string, today: string) => read(of, { locale, today, min, max }, written === null ? '' : value)

  const marked = useRef<Part | null>(null)
  useLayoutEffect(() => {
    const part = marked.current
    marked.current = null
    if (!part || !input.current) return
    const { length } = input.current.value
    const time = kind === 'dayTime' ? length - LENGTH_OF_TIME : part === 'day' ? length : 0
    input.current.setSelectionRange(part === 'day' ? 0 : time, part === 'day' ? time : length)
  }, [kind, text])

  const take = () => {
    if (!typed || typed.isRefused) return
    const { value: next, fault } = readingOf(typed.text, typed.today)
    const isNone = fault !== undefined && typed.text.trim() !== ''
    setTyped(isNone ? { ...typed, isRefused: true } : null)
    setTaken(next)
    onChange(isNone ? typed.text.trim() : next)
  }
  const isAllowed = (next: string) => (!min || next.slice(0, 10) >= min) && (!max || next.slice(0, 10) <= max)
  const turn = (by: number) => {
    const shown = typed && readingOf(typed.text, typed.today).value
    const from = shown || (written === null ? null : value)
    const caret = input.current?.selectionStart ?? 0
    const part = !hasCalendar || (kind === 'dayTime' && caret >= text.length - LENGTH_OF_TIME) ? 'time' : 'day'
    const next = from === null ? start(wallNow(zone)) : step(from, by, part)
    if (hasCalendar && !isAllowed(next)) return
    marked.current = part
    setTyped(null)
    onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (event.nativeEvent.isComposing) return
    if (by && event.altKey && hasCalendar) setOpen(true)
    else if (by) turn(by)
    else if (event.key === 'Enter' && typed && !typed.isRefused) take()
    else if (event.key === 'Escape' && typed) {
      event.stopPropagation()
      setTyped(null)
    } else return
    // The next Enter submits the form; Ctrl+Enter submits at once.
    if (!event.ctrlKey && !event.metaKey) event.preventDefault()
  }
  const close = () => {
    flushSync(() => setOpen(false))
    input.current?.focus()
  }
  const pick = (day: string) => {
    const time = kind === 'dayTime' && written !== null ? value.slice(10) : ''
    if (kind === 'day' || time) {
      setTyped(null)
      onChange(day + time)
    } else {
      const begun = `${KINDS.day.write(day, locale) ?? day} `
      setTyped({ text: begun, over: value, today: wallNow(zone).slice(0, 10), isRefused: false })
    }
    close()
    // A day still needs its time.
    if (kind === 'dayTime' && !time) input.current?.setSelectionRange(-1, -1)
  }

  const isTyping = typed !== null && !typed.isRefused && typed.text.trim() !== ''
  const reading: Reading | null = typed
    ? readingOf(typed.text, typed.today)
    : written === null && value !== ''
      ? readingOf(value, wallNow(zone).slice(0, 10))
      : null
  const faultText = ({ fault, ...about }: Reading): string | null => {
    const examples = exampleText(kind, locale)
    if (fault === 'unread') return t(`app.date.unread.${kind}`, { typed: text.trim(), examples })
    if (fault) return t(`app.date.${fault}`, { day: 'day' in about ? wideDay(about.day, locale) : '' })
    return hasCalendar && about.value ? boundsText(about.value.slice(0, 10)) : null
  }
  const boundsText = (day: string): string | null => {
    if (min && day < min) return t('app.date.tooEarly', { day: wideDay(min, locale) })
    return max && day > max ? t('app.date.tooLate', { day: wideDay(max, locale) }) : null
  }
  const meaningOf = (meant: string) =>
    hasCalendar
      ? [wideDay(meant.slice(0, 10), locale), meant.slice(11)].filter(Boolean).join(' ')
      : write(meant, locale)
  const fault = isTyping
    ? null
    : reading && text.trim() !== ''
      ? faultText(reading)
      : hasCalendar && written !== null
        ? boundsText(value.slice(0, 10))
        : null
  // The text is invalid, and the form continues with the earlier value.
  const still = typed?.isRefused && written !== null ? t('app.date.still', { value: written }) : null
  const notes = [
    fault ?? helperText,
    still,
    kind === 'serviceTime' && written !== null && laterDay(value),
    kind === 'dayTime' && typed === null && clockNote(),
    kind === 'dayTime' && foreignZone(fromZonedInput(value, zone) ?? new Date(now).toISOString(), { locale, zone }),
  ].filter(Boolean)

  function laterDay(time: string): string | null {
    const { days, ...clock } = serviceTimeParts(time)
    return days > 0 ? t('app.time.nextDay', { ...clock, count: days }) : null
  }
  function clockNote(): string | null {
    const effectiveTime = (wall: string) => toZonedInput(fromZonedInput(wall, zone) ?? '', zone)
    if (written === null) return null
    const asked = taken !== '' && effectiveTime(taken) === value ? taken : value
    const odd = clockFault(asked, zone)
    return odd && t(`app.time.${odd}`, { typed: asked.slice(11), meant: effectiveTime(asked).slice(11) })
  }

  return (
    <>
      <TextField
        ref={setBox}
        id={props.id}
        label={label}
        name={name}
        required={required}
        disabled={disabled}
        autoFocus={autoFocus}
        inputRef={inputRef}
        value={text}
        placeholder={exampleText(kind, locale)}
        onChange={({ target }) =>
          setTyped({ text: target.value, over: value, today: wallNow(zone).slice(0, 10), isRefused: false })
        }
        onFocus={({ target }) => target.select()}
        onBlur={() => {
          take()
          onBlur?.()
        }}
        onKeyDown={onKeyDown}
        error={error === true || fault !== null}
        helperText={notes.length > 0 && notes.join(' · ')}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: {
            // Typed text has the direction of its script, examples that of the page.
            dir: text === '' ? undefined : ARABIC.test(text) ? 'rtl' : 'ltr',
            autoComplete: 'off',
            spellCheck: false,
            required: false,
            'aria-required': required,
            'aria-label': ariaLabel,
            'aria-keyshortcuts': hasCalendar ? 'Alt+ArrowDown' : undefined,
          },
          input: {
            endAdornment: hasCalendar && (
              <IconButton
                // The keyboard opens the calendar from the field itself.
                tabIndex={-1}
                edge="end"
                disabled={disabled}
                aria-label={t('app.date.calendar')}
                aria-haspopup="dialog"
                onClick={() => setOpen(true)}
              >
                <CalendarIcon fontSize="text" />
              </IconButton>
            ),
          },
        }}
        sx={[LEFT, sx].flat() as SxProps<Theme>}
      />
      {isTyping && reading && (
        <Popper open role="status" anchorEl={box} placement="bottom-start" sx={{ zIndex: 'tooltip' }}>
          <Paper
            variant="outlined"
            sx={{ mt: 1, px: 3, py: 1.5, maxWidth: 320, fontSize: 'body2.fontSize', bgcolor: 'raised' }}
          >
            {faultText(reading) ?? meaningOf(reading.value)}
          </Paper>
        </Popper>
      )}
      {isOpen && (
        <Calendar
          label={ariaLabel ?? (typeof label === 'string' ? label : t('app.date.calendar'))}
          anchor={box}
          value={written === null ? '' : value.slice(0, 10)}
          today={wallNow(zone).slice(0, 10)}
          min={min}
          max={max}
          onPick={pick}
          onClose={close}
        />
      )}
    </>
  )
}
