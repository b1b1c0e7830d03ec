import { useMemo, useState, useSyncExternalStore } from 'react'
import { SearchButton } from '../features/search/SearchButton'
import { keysTo } from '../features/shortcuts/shortcuts'
import { useShortcuts, type Openers } from '../features/shortcuts/useShortcuts'
import { useUser } from '../providers/auth/useSession'
import { lazyModule } from '../providers/lazyModule'
import { onDemand } from '../ui/onDemand'
import { openTo, SEARCHED_PAGES } from './navigation'

const PALETTE = lazyModule(() => import('../features/search/CommandPalette'))
const CommandPalette = onDemand(PALETTE)
const ShortcutSheet = onDemand(() => import('../features/shortcuts/ShortcutSheet'))

const unobserved = () => () => undefined

/** Search in the header, which a button or a shortcut opens, and the sheet of all shortcuts. */
export function HeaderSearch() {
  const role = useUser()?.role
  const pages = useMemo(() => openTo(role, SEARCHED_PAGES), [role])
  const [open, setOpen] = useState<'search' | 'help' | null>(null)
  /** Text that was typed while the palette was loading. */
  const [typed, setTyped] = useState('')
  const isSearching = open === 'search'
  const palette = useSyncExternalStore(isSearching ? PALETTE.subscribe : unobserved, PALETTE.get)
  // Keys stay with the page if the palette could not be fetched.
  const isComing = isSearching && palette === null
  const close = () => setOpen(null)
  const help = () => setOpen('help')
  const search = () => {
    setTyped('')
    setOpen('search')
  }
  return (
    <>
      <Shortcuts
        search={search}
        help={help}
        typeAhead={isComing ? (character) => setTyped((text) => text + character) : null}
      />
      <SearchButton onClick={search} />
      {isSearching && <CommandPalette starting={typed} pages={pages} keysTo={keysTo} onClose={close} onHelp={help} />}
      {open === 'help' && <ShortcutSheet onClose={close} />}
    </>
  )
}

/** Separate component, because only the shortcuts follow the address. */
function Shortcuts(open: Openers) {
  useShortcuts(open)
  return null
}
