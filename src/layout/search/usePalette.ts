import AddIcon from '@mui/icons-material/Add'
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import LinkIcon from '@mui/icons-material/Link'
import { useMemo } from 'react'
import { useStore } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { RECENT_SEARCHES } from '../../../contract/core/limits/search'
import type { ConsoleResource } from '../../../contract/core/vocabulary'
import { hasWords } from '../../providers/format/words'
import { canAccess } from '../../providers/auth/canAccess'
import { useUser } from '../../providers/auth/useSession'
import { resourceName } from '../../kit/labels'
import { editPath, recordAt, recordPath } from '../../kit/recordPaths'
import { specOf } from '../../kit/registry'
import { useFormat, type Format } from '../../ui/useFormat'
import { NAVIGATION, OPERATION_PAGES, openTo, PAGES_OF_LISTS, SYSTEM_PAGES } from '../navigation'
import { keysTo, SHORTCUTS } from '../shortcuts/shortcuts'
import { foundGroups, remembered, type Entry, type EntryGroup, type Recent } from './entries'
import { useFound } from './searchApi'

const NOBODY: Recent[] = []

/** Returns the entries for a text: actions on the open record, screens, records. */
export function usePalette(typed: string, onHelp: () => void) {
  const { t } = useFormat()
  const user = useUser()
  const { pathname } = useLocation()
  const found = useFound(typed)
  const [recent, setRecent] = useStore<Recent[]>('search.recent', NOBODY)
  const text = typed.trim()
  const commands = useMemo(
    () => commandGroups({ t, role: user?.role, pathname, onHelp }),
    [t, user?.role, pathname, onHelp],
  )
  const groups =
    text === ''
      ? [...recentGroup(recent, user?.id, t), ...commands]
      : [
          ...matching(commands, text),
          ...foundGroups(
            found.groups,
            text,
            {
              icon: (resource) => specOf(resource).icon,
              name: (resource) => resourceName(t, resource),
              all: (name) => t('app.search.all', { name }),
            },
            recordPath,
          ),
        ]
  const remember = ({ hit }: Entry) => {
    if (!hit || !user) return
    const { id, title, detail } = hit.record
    setRecent(remembered(recent, { userId: user.id, resource: hit.resource, id, title, detail }, RECENT_SEARCHES))
  }
  return { groups, found, remember }
}

const matching = (groups: readonly EntryGroup[], text: string): EntryGroup[] =>
  groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ title }) => hasWords(title, text)) }))
    .filter(({ entries }) => entries.length > 0)
    // A typed name refers to the screen rather than to a new record.
    .sort((a, b) => Number(b.key === 'screens') - Number(a.key === 'screens'))

function recentGroup(recent: readonly Recent[], userId: string | undefined, t: Format['t']): EntryGroup[] {
  const entries = recent
    .filter((item) => item.userId === userId)
    .map(({ resource, id, title, detail }): Entry => ({
      key: `recent/${id}`,
      title,
      detail,
      icon: specOf(resource).icon,
      to: recordPath(resource, id),
      hit: { resource, record: { id, title, detail, status: null, at: null, timezone: null } },
    }))
  return entries.length === 0 ? [] : [{ key: 'recent', title: t('app.search.recent'), entries }]
}

interface CommandContext {
  t: Format['t']
  role: Parameters<typeof canAccess>[0]
  pathname: string
  onHelp: () => void
}

function commandGroups({ t, role, pathname, onHelp }: CommandContext): EntryGroup[] {
  const resources = NAVIGATION.flatMap((group) => group.resources)
  const may = (action: string) => (resource: ConsoleResource) => canAccess(role, action, resource)
  const screens: Entry[] = [
    { key: 'dashboard', title: t('ra.page.dashboard'), icon: DashboardIcon, to: '/', keys: ['g', 'd'] },
    ...resources.filter(may('list')).map((resource) => {
      const keys = keysTo(resource)
      return {
        key: `screen/${resource}`,
        title: resourceName(t, resource),
        icon: specOf(resource).icon,
        to: `/${resource}`,
        ...(keys && { keys }),
      }
    }),
    ...openTo(role, [...OPERATION_PAGES, ...PAGES_OF_LISTS, ...SYSTEM_PAGES]).map(({ path, label, icon }) => {
      const keys = SHORTCUTS.find(({ to }) => to === path)?.keys
      return { key: path, title: t(label), icon, to: path, ...(keys && { keys }) }
    }),
    { key: 'shortcuts', title: t('app.shortcuts.title'), icon: KeyboardIcon, run: onHelp, keys: ['?'] },
  ]
  const creations: Entry[] = resources.filter(may('create')).map((resource) => ({
    key: `create/${resource}`,
    title: t(`resources.${resource}.page.create`),
    icon: AddIcon,
    to: `/${resource}/create`,
    ...(resource === 'reservations' ? { keys: ['c'] } : {}),
  }))
  // Bookings first, because they are created most often.
  creations.sort((a, b) => Number(b.key === 'create/reservations') - Number(a.key === 'create/reservations'))
  return [
    { key: 'here', title: t('app.search.here'), entries: hereEntries({ t, role, pathname, onHelp }) },
    { key: 'create', title: t('app.search.create'), entries: creations },
    { key: 'screens', title: t('app.search.screens'), entries: screens },
  ].filter(({ entries }) => entries.length > 0)
}

/** Returns the actions for the open record. */
function hereEntries({ t, role, pathname }: CommandContext): Entry[] {
  const record = recordAt(pathname)
  if (!record) return []
  const edit: Entry = {
    key: 'here/edit',
    title: t('ra.action.edit'),
    icon: EditIcon,
    to: editPath(record.resource, record.id),
    keys: ['e'],
  }
  const copy: Entry = {
    key: 'here/copy',
    title: t('app.search.copyLink'),
    icon: LinkIcon,
    run: () => void navigator.clipboard.writeText(window.location.href),
  }
  return canAccess(role, 'edit', record.resource) ? [edit, copy] : [copy]
}
