import TuneIcon from '@mui/icons-material/Tune'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useCallback, useRef, useState } from 'react'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover, { type PopoverActions } from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import { languageInfo } from '../../providers/i18n/languages'
import { useFormat } from '../../ui/useFormat'
import { useOpenedOnce } from '../../ui/useOpenedOnce'
import { formatDate } from '../../providers/format/dates'
import { commaOf, listed } from '../../providers/format/intl'
import { onDemand } from '../../ui/onDemand'
import { labelOf } from '../labels'
import { fieldOf, type AnySpec } from '../resource'
import { useReadable } from '../useReadable'
import { isReference, type AnyField } from '../fieldList'
import { RecordLink } from '../RecordLink'
import { filteredDays, isFiltered, filterKeysOf, filterKindOf } from './filterKeys'
import { useList, useFieldFilter } from './useList'
import { optionsOf } from './options'

const CHIP_STYLES = {
  display: 'inline-flex',
  alignItems: 'stretch',
  minHeight: 30,
  border: 1,
  borderRadius: 1.75,
  fontSize: 'body2.fontSize',
} as const
const ACTIVE_STYLES = {
  borderStyle: 'solid',
  borderColor: 'primary.main',
  bgcolor: ({ colours }: Theme) => colours.tones.accent.ground,
  color: ({ colours }: Theme) => colours.tones.accent.ink,
} as const
const OPEN_STYLES = {
  borderStyle: 'dashed',
  borderColor: 'divider',
  bgcolor: 'transparent',
  color: 'text.secondary',
  '&:hover': { borderColor: 'text.disabled' },
} as const

/** Number of filters that are always visible; the others are in a menu until they are set. */
const CHIPS_IN_SIGHT = 3

export function FilterChips({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const { filterValues } = useList()
  const readable = useReadable()
  const [added, setAdded] = useState<string[]>([])
  const [opened, setOpened] = useState<string | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useOpenedOnce(anchor !== null)
  const fields = spec.filters.flatMap((source) => fieldOf(spec, source) ?? []).filter(readable)
  const shown = fields.filter(
    (field, index) => index < CHIPS_IN_SIGHT || added.includes(field.source) || isFiltered(field, filterValues),
  )
  const others = fields.filter((field) => !shown.includes(field))
  const add = (source: string) => {
    setAnchor(null)
    setAdded([...added, source])
    setOpened(source)
  }
  return (
    <>
      <ChosenRecords />
      {shown.map((field) => (
        <FilterChip key={field.source} field={field} opened={opened === field.source} />
      ))}
      {others.length > 0 && (
        <Button
          aria-haspopup="menu"
          startIcon={<TuneIcon />}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ minHeight: 30 }}
        >
          {t('app.filter.more')}
        </Button>
      )}
      {wasOpened && (
        <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
          {others.map((field) => (
            <MenuItem key={field.source} onClick={() => add(field.source)}>
              {labelOf(t, spec.name, field.source)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

/** Number of records that the address selects, as the link of a grouped notification does. */
function ChosenRecords() {
  const { t } = useFormat()
  const { filterValues, setFilters } = useList()
  const { id: ids, ...others } = filterValues
  if (!Array.isArray(ids)) return null
  const label = t('app.filter.several', { smart_count: ids.length })
  return (
    <Box sx={{ ...CHIP_STYLES, ...ACTIVE_STYLES }}>
      <Box component="span" sx={{ px: 2, alignSelf: 'center', fontWeight: 550 }}>
        {label}
      </Box>
      <RemoveButton filter={label} onClick={() => setFilters(others)} />
    </Box>
  )
}

function RemoveButton({ filter, onClick }: { filter: string; onClick: () => void }) {
  const { t } = useFormat()
  return (
    <ButtonBase aria-label={t('app.filter.remove', { filter })} onClick={onClick} sx={{ px: 1, borderRadius: 1.5 }}>
      <CloseIcon sx={{ fontSize: 'body1.fontSize' }} />
    </ButtonBase>
  )
}

/** Loaded on demand, because the list needs the suggestions only when the user filters. */
const FilterEditor = onDemand(
  async () => ({ default: (await import('./FilterEditor')).FilterEditor }),
  () => <Box sx={{ width: 200, height: 120 }} />,
)

/** More values than this are counted instead of named. */
const NAMED_VALUES = 2

/** Shows the value of a filter. */
function FilterSummary({ field }: { field: AnyField }) {
  const format = useFormat()
  const { t, locale } = format
  const { values } = useFieldFilter(field)
  const [first = '', second = ''] = filterKeysOf(field)
  const kind = filterKindOf(field)
  if (kind === 'days' || kind === 'instants') {
    const { from, to } = filteredDays(field, values)
    if (!from && !to) return <>{String(values[first] ?? values[second])}</>
    if (from && from === to) return <>{formatDate(from, locale)}</>
    if (!to) return <>{t('app.filter.since', { date: formatDate(from, locale) })}</>
    if (!from) return <>{t('app.filter.until', { date: formatDate(to, locale) })}</>
    return <>{`${formatDate(from, locale)} – ${formatDate(to, locale)}`}</>
  }
  const value = values[first]
  if (kind === 'yesNo') return <>{t(`ra.boolean.${value === true}`)}</>
  if (!Array.isArray(value)) return <>{String(value)}</>
  if (value.length > NAMED_VALUES) return <>{t('app.filter.several', { smart_count: value.length })}</>
  if (isReference(field))
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

/** Shows a filter of the list as a chip: dashed without a value, solid with its value. */
function FilterChip({ field, opened = false }: { field: AnyField; opened?: boolean }) {
  const { t, language } = useFormat()
  const { resource } = useList()
  const { values, clear } = useFieldFilter(field)
  const [chip, setChip] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(opened)
  const wasOpened = useOpenedOnce(open)
  const label = labelOf(t, resource, field.source)
  const active = isFiltered(field, values)
  const side = languageInfo(language).rtl ? 'right' : 'left'
  const placement = useRef<PopoverActions>(null)
  /** Repositions the menu when content that loads later makes it wider, so that it stays on a small screen. */
  const keepInSight = useCallback((content: HTMLElement | null) => {
    if (!content || typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(() => placement.current?.updatePosition())
    sizes.observe(content)
    return () => sizes.disconnect()
  }, [])
  return (
    <Box ref={setChip} sx={{ ...CHIP_STYLES, ...(active ? ACTIVE_STYLES : OPEN_STYLES) }}>
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
      {active && <RemoveButton filter={label} onClick={clear} />}
      {wasOpened && (
        <Popover
          open={open && chip !== null}
          anchorEl={chip}
          onClose={() => setOpen(false)}
          action={placement}
          anchorOrigin={{ vertical: 'bottom', horizontal: side }}
          transformOrigin={{ vertical: 'top', horizontal: side }}
          slotProps={{ paper: { sx: { mt: 1 }, 'aria-label': label, role: 'dialog' } }}
        >
          <Box ref={keepInSight}>
            <FilterEditor field={field} label={label} />
          </Box>
        </Popover>
      )}
    </Box>
  )
}
