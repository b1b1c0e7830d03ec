import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import Button from '@mui/material/Button'
import { SEARCH_MAX_CHARS, SEARCH_MIN_CHARS } from '../../../contract/core/limits/search'
import { useFormat } from '../../ui/useFormat'
import { Keys } from '../../ui/Keys'
import { problemText } from '../../ui/problemText'
import type { Entry, EntryGroup } from './entries'
import { usePalette, type Destinations } from './usePalette'
import type { Found } from './searchApi'
import { PaletteOption } from './PaletteOption'

interface CommandPaletteProps extends Destinations {
  /** Text that was typed before the palette was loaded. */
  starting: string
  onClose: () => void
  onHelp: () => void
}

/** Search and commands in one input, with arrow keys and Enter. */
export default function CommandPalette({ starting, pages, keysTo, onClose, onHelp }: CommandPaletteProps) {
  const { t } = useFormat()
  const id = useId()
  const navigate = useNavigate()
  const notify = useNotify()
  const [typed, setTyped] = useState(starting)
  const [active, setActive] = useState(0)
  /** Whether Enter was pressed while the answer was loading. */
  const waiting = useRef(false)
  const { groups, found, remember } = usePalette(typed, { pages, keysTo, onHelp })
  const entries = groups.flatMap((group) => group.entries)
  const current = entries[Math.min(active, entries.length - 1)]
  const optionId = (entry: Entry) => `${id}-${entry.key}`

  const choose = (entry: Entry) => {
    remember(entry)
    // The choice may open an element that receives the focus, so the palette restores it first.
    if (entry.key !== 'shortcuts') onClose()
    entry.run?.()
    if (entry.key === 'here/copy') notify('app.search.copied', { type: 'info' })
    if (entry.to) void navigate(entry.to)
  }

  const enter = () => {
    // Enter during a pending search refers to its result.
    if (found.settled || (current && !current.hit)) {
      if (current) choose(current)
    } else waiting.current = true
  }
  const whenSettled = useRef(enter)
  useEffect(() => {
    whenSettled.current = enter
  })
  useEffect(() => {
    if (!waiting.current || !found.settled) return
    waiting.current = false
    whenSettled.current()
  }, [found.settled])

  const onKeyDown = (event: KeyboardEvent) => {
    const last = entries.length - 1
    const moves: Record<string, number> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(last, active + 8),
      PageUp: Math.max(0, active - 8),
    }
    const next = moves[event.key]
    if (next !== undefined) setActive(Math.max(0, next))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('app.search.open') } }}
      sx={dialogStyles}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, px: 5, borderBottom: 1, borderColor: 'divider' }}>
        <SearchIcon fontSize="small" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={t('app.search.placeholder')}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
            waiting.current = false
          }}
          onKeyDown={onKeyDown}
          inputProps={{
            role: 'combobox',
            'aria-label': t('app.search.open'),
            'aria-expanded': true,
            'aria-controls': `${id}-list`,
            'aria-autocomplete': 'list',
            'aria-activedescendant': current && optionId(current),
            autoComplete: 'off',
            spellCheck: false,
            maxLength: SEARCH_MAX_CHARS,
            dir: 'auto',
          }}
          sx={{ height: 52, fontSize: 15 }}
        />
        <Keys keys={['Esc']} />
      </Box>
      <PaletteList
        id={`${id}-list`}
        groups={groups}
        current={current}
        optionId={optionId}
        onPoint={(entry) => setActive(entries.indexOf(entry))}
        onChoose={choose}
      />
      <PaletteState typed={typed} found={found} count={entries.length} />
    </Dialog>
  )
}

const dialogStyles = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': {
    mt: { xs: 2, sm: '12vh' },
    mx: { xs: 2, sm: 8 },
    width: { xs: 'calc(100% - 16px)', sm: '100%' },
  },
} as const

interface PaletteStateProps {
  typed: string
  found: Found
  count: number
}

/** State of the search: loading, nothing found, failed. The line has a fixed place, so that nothing moves. */
function PaletteState({ typed, found, count }: PaletteStateProps) {
  const format = useFormat()
  const { t } = format
  const text = typed.trim()
  const asks = text.length >= SEARCH_MIN_CHARS
  if (found.error)
    return (
      <Box
        role="alert"
        sx={{ borderTop: count === 0 ? 0 : 1, ...lineStyles, color: (theme) => theme.colours.tones.danger.ink }}
      >
        <Box sx={{ flex: 1 }}>
          {t('app.search.failed')} {problemText(found.error, format)}
        </Box>
        <Button size="small" variant="outlined" onClick={found.retry}>
          {t('app.problem.retry')}
        </Button>
      </Box>
    )
  const words = () => {
    if (!asks) return t('app.search.hint')
    if (!found.settled) return t('app.search.searching')
    return count === 0 ? t('app.search.none', { text }) : t('app.search.found', { count })
  }
  return (
    <Box role="status" sx={{ borderTop: count === 0 ? 0 : 1, ...lineStyles }}>
      <bdi>{words()}</bdi>
    </Box>
  )
}

const lineStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  minHeight: 40,
  px: 5,
  py: 1.5,
  fontSize: 'body2.fontSize',
  color: 'text.secondary',
  borderColor: 'divider',
} as const

interface PaletteListProps {
  id: string
  groups: readonly EntryGroup[]
  current: Entry | undefined
  optionId: (entry: Entry) => string
  onPoint: (entry: Entry) => void
  onChoose: (entry: Entry) => void
}

/** Entries under their titles; the highlighted one is scrolled into view. */
function PaletteList({ id, groups, current, optionId, onPoint, onChoose }: PaletteListProps) {
  const { t } = useFormat()
  const currentId = current && optionId(current)
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t('app.search.results')}
      sx={{ maxHeight: 'min(420px, 60vh)', overflowY: 'auto', scrollPaddingBlock: 32, py: groups.length > 0 ? 2 : 0 }}
    >
      {groups.map((group) => (
        <Box key={group.key} role="group" aria-labelledby={`${id}-${group.key}`} sx={{ '& + &': { mt: 2 } }}>
          <Box
            id={`${id}-${group.key}`}
            sx={{ px: 5, py: 1, fontSize: 'caption.fontSize', fontWeight: 550, color: 'text.secondary' }}
          >
            {group.title}
          </Box>
          {group.entries.map((entry) => (
            <PaletteOption
              key={entry.key}
              id={optionId(entry)}
              entry={entry}
              active={entry === current}
              onPoint={() => onPoint(entry)}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </Box>
      ))}
    </Box>
  )
}
