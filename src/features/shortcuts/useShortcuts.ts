import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ConsoleResource } from '../../../contract/core/vocabulary'
import { CONSOLE_RESOURCES } from '../../../contract/core/vocabulary'
import { canAccess } from '../../providers/auth/canAccess'
import { useUser } from '../../providers/auth/useSession'
import { editPath, recordAt } from '../../kit/recordPaths'
import { hasOverlay, isTyping, keyOf, KeySequence } from './keySequence'
import { SHORTCUTS, type Shortcut } from './shortcuts'

const BY_KEYS = new Map(SHORTCUTS.map((shortcut) => [shortcut.keys.join(' '), shortcut]))
const BEGINNINGS: ReadonlySet<string> = new Set(
  SHORTCUTS.filter(({ keys }) => keys.length > 1).map(({ keys }) => keys[0] ?? ''),
)

export interface Openers {
  search: () => void
  help: () => void
  /** Receives characters typed while the search is loading; null otherwise. */
  typeAhead: ((character: string) => void) | null
}

/** Listens for the shortcuts of the console. @param open opens the search and the sheet of shortcuts */
export function useShortcuts(open: Openers): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const role = useUser()?.role
  const listener = useRef<(event: KeyboardEvent) => void>(undefined)
  const sequence = useRef(new KeySequence())

  const target = ({ id, to, needs }: Shortcut): string | null => {
    if (needs && !canAccess(role, needs.action, needs.resource)) return null
    if (to) return to
    const record = recordAt(pathname)
    if (id === 'edit' && record && canAccess(role, 'edit', record.resource)) return editPath(record.resource, record.id)
    const list = pathname.split('/')[1] as ConsoleResource
    if (id === 'create' && CONSOLE_RESOURCES.includes(list) && canAccess(role, 'create', list)) return `/${list}/create`
    return null
  }

  const act = (shortcut: Shortcut): boolean => {
    if (shortcut.id === 'search' || shortcut.id === 'searchToo') open.search()
    else if (shortcut.id === 'help') open.help()
    else if (shortcut.id === 'save') return saveForm()
    else {
      const to = target(shortcut)
      if (to === null) return false
      void navigate(to)
    }
    return true
  }

  useEffect(() => {
    listener.current = (event) => {
      const key = event.defaultPrevented || event.isComposing || event.repeat ? null : keyOf(event)
      if (key === null || key === 'Shift') return
      if (open.typeAhead && !hasOverlay()) {
        if (event.key.length === 1 && !key.startsWith('mod+')) open.typeAhead(event.key)
        return event.preventDefault()
      }
      const withMod = key.startsWith('mod+')
      if (!withMod && (isTyping(event.target) || hasOverlay())) return
      const pressed = withMod ? key : sequence.current.next(key, BEGINNINGS, event.timeStamp)
      const shortcut = BY_KEYS.get(pressed)
      if (!shortcut || (hasOverlay() && shortcut.id !== 'save')) return
      if (act(shortcut)) event.preventDefault()
    }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => listener.current?.(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Saves the visible form: that of a dialog, else that of the page. */
function saveForm(): boolean {
  const form =
    document.querySelector<HTMLFormElement>('[role="dialog"] form') ??
    document.querySelector<HTMLFormElement>('main form')
  form?.requestSubmit()
  return form !== null
}
