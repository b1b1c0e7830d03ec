import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { addDays, formatDate, ownTimeZone, toZonedInput } from '../../providers/format/dates'
import { commaOf, listed } from '../../providers/format/lists'
import { useFormat } from '../../ui/useFormat'
import { useOpenedOnce } from '../../ui/useOpenedOnce'
import type { AnyField } from '../fields'
import { labelOf } from '../labels'
import { RecordLink } from '../RecordLink'
import { filterKeysOf, filterKindOf, isFiltered } from './filterKeys'
import { optionsOf } from './options'
import { useFieldFilter } from './useFieldFilter'
import { useList } from './useList'
import { onDemand } from '../../ui/onDemand'

/** Brings the boxes with suggestions, which a list does without until somebody filters. */
const FilterEditor = onDemand(
  async () => ({ default: (await import('./FilterEditor')).FilterEditor }),
  () => <Box sx={{ width: 200, height: 120 }} />,
)

/** More values than this are counted instead of named. */
const NAMED_VALUES = 2

/** What a filter is set to, in the reader's words. */
function FilterSummary({ field }: { field: AnyField }) {
  const format = useFormat()
  const { t, locale } = format
  const { values } = useFieldFilter(field)
  const [first = '', second = ''] = filterKeysOf(field)
  const kind = filterKindOf(field)
  if (kind === 'days' || kind === 'instants') {
    const zone = ownTimeZone()
    const day = (key: string) => {
      const value = values[key]
      if (typeof value !== 'string') return ''
      return kind === 'instants' ? toZonedInput(value, zone).slice(0, 10) : value
    }
    const from = day(first)
    const last = day(second)
    const to = kind === 'instants' && last ? addDays(last, -1) : last
    if (from && from === to) return <>{formatDate(from, locale)}</>
    if (!to) return <>{t('app.filter.since', { date: formatDate(from, locale) })}</>
    if (!from) return <>{t('app.filter.until', { date: formatDate(to, locale) })}</>
    return <>{`${formatDate(from, locale)} – ${formatDate(to, locale)}`}</>
  }
  const value = values[first]
  if (kind === 'yesNo') return <>{t(`ra.boolean.${value === true}`)}</>
  if (!Array.isArray(value)) return <>{String(value)}</>
  if (value.length > NAMED_VALUES) return <>{t('app.filter.several', { smart_count: value.length })}</>
  if (kind === 'records' && (field.kind === 'reference' || field.kind === 'references'))
    return value.map((id, index) => (
      <span key={String(id)}>
        {index > 0 && commaOf(format.locale)}
        <RecordLink resource={field.to} id={String(id)} plain />
      </span>
    ))
  const options = optionsOf(field, format)
  const labels = value.map((item) => options.find((option) => option.value === item)?.label ?? String(item))
  return <>{listed(labels, format.locale)}</>
}

/** One filter of the list as a chip: dashed while it is open to any value, solid with its value when set. */
export function FilterChip({ field, opened = false }: { field: AnyField; opened?: boolean }) {
  const { t } = useFormat()
  const { resource } = useList()
  const { values, clear } = useFieldFilter(field)
  const [chip, setChip] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(opened)
  const wasOpened = useOpenedOnce(open)
  const label = labelOf(t, resource, field.source)
  const active = isFiltered(field, values)
  return (
    <Box
      ref={setChip}
      sx={{
        display: 'inline-flex',
        alignItems: 'stretch',
        height: 30,
        border: 1,
        borderStyle: active ? 'solid' : 'dashed',
        borderColor: active ? 'primary.main' : 'divider',
        borderRadius: 1.75,
        fontSize: 'body2.fontSize',
        bgcolor: active ? (theme) => theme.colours.tones.accent.ground : 'transparent',
        color: active ? (theme) => theme.colours.tones.accent.ink : 'text.secondary',
        '&:hover': { borderColor: active ? 'primary.main' : 'text.disabled' },
      }}
    >
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        sx={{
          px: 2,
          gap: 1,
          borderRadius: 1.5,
          font: 'inherit',
          maxWidth: 320,
          whiteSpace: 'nowrap',
          overflow: 'hidden',
        }}
      >
        {!active && <AddIcon sx={{ fontSize: 'body1.fontSize' }} />}
        <span>{label}</span>
        {active && (
          <Box component="span" sx={{ fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            <FilterSummary field={field} />
          </Box>
        )}
      </ButtonBase>
      {active && (
        <ButtonBase
          aria-label={t('app.filter.remove', { filter: label })}
          onClick={clear}
          sx={{ px: 1, borderRadius: 1.5 }}
        >
          <CloseIcon sx={{ fontSize: 'body1.fontSize' }} />
        </ButtonBase>
      )}
      {wasOpened && (
        <Popover
          open={open && chip !== null}
          anchorEl={chip}
          onClose={() => setOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { sx: { mt: 1 }, 'aria-label': label, role: 'dialog' } }}
        >
          <FilterEditor field={field} label={label} />
        </Popover>
      )}
    </Box>
  )
}
