import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useState, useSyncExternalStore } from 'react'
import { lazyModule } from '../../providers/lazyModule'
import { useFormat } from '../../ui/useFormat'
import { Keys } from '../shortcuts/Keys'
import { useShortcuts, type Openers } from '../shortcuts/useShortcuts'
import { onDemand } from '../../ui/onDemand'

const PALETTE = lazyModule(() => import('./CommandPalette'))
const CommandPalette = onDemand(PALETTE)
const ShortcutSheet = onDemand(() => import('../shortcuts/ShortcutSheet'))

const unobserved = () => () => undefined

/** Search in the header: a button that looks like an input and opens the palette, as Ctrl-K and "/" do. */
export function SearchBox() {
  const { t } = useFormat()
  const [open, setOpen] = useState<'search' | 'help' | null>(null)
  /** Text that was typed while the palette was loading. */
  const [typed, setTyped] = useState('')
  const isSearching = open === 'search'
  const palette = useSyncExternalStore(isSearching ? PALETTE.subscribe : unobserved, PALETTE.get)
  // Keys stay with the page if the palette could not be fetched.
  const isComing = isSearching && palette === null
  const close = () => setOpen(null)
  const search = () => {
    setTyped('')
    setOpen('search')
  }
  return (
    <>
      <Shortcuts
        search={search}
        help={() => setOpen('help')}
        typeAhead={isComing ? (character) => setTyped((text) => text + character) : null}
      />
      <ButtonBase
        aria-label={t('app.search.open')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={search}
        sx={boxStyles}
      >
        <SearchIcon fontSize="menu" />
        <Box component="span" sx={wordStyles}>
          {t('app.search.open')}
        </Box>
        <Box component="span" sx={keysStyles} aria-hidden="true">
          <Keys keys={['mod+k']} />
        </Box>
      </ButtonBase>
      {isSearching && <CommandPalette starting={typed} onClose={close} onHelp={() => setOpen('help')} />}
      {open === 'help' && <ShortcutSheet onClose={close} />}
    </>
  )
}

/** Separate component, because only the shortcuts follow the address. */
function Shortcuts(open: Openers) {
  useShortcuts(open)
  return null
}

const wordStyles = {
  display: { xs: 'none', md: 'block' },
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'left',
} as const

/** Hides the shortcut where the box is too narrow for it. */
const keysStyles = {
  display: { xs: 'none', md: 'inline-flex' },
  '@container (max-width: 160px)': { display: 'none' },
} as const

const boxStyles = {
  containerType: { md: 'inline-size' },
  gap: 2,
  height: 34,
  px: 2,
  width: { xs: 34, md: 280 },
  flex: '0 1 auto',
  minWidth: 34,
  justifyContent: { xs: 'center', md: 'flex-start' },
  borderRadius: 1.75,
  border: { xs: 0, md: 1 },
  borderColor: { md: 'divider' },
  bgcolor: { md: 'background.paper' },
  fontSize: 'body2.fontSize',
  color: 'text.secondary',
  '&:hover': { bgcolor: 'action.hover' },
} as const
