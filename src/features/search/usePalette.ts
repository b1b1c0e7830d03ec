import AddIcon from '@mui/icons-material/Add'
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import LinkIcon from '@mui/icons-material/Link'
import type SvgIcon from '@mui/material/SvgIcon'
import { useMemo } from 'react'
import { useStore } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { RECENT_SEARCHES } from '../../../contract/core/limits/search'
import { CONSOLE_RESOURCES, type ConsoleResource } from '../../../contract/core/vocabulary'
import { hasWords } from '../../providers/format/words'
import { canAccess } from '../../providers/auth/canAccess'
import { useUser } from '../../providers/auth/useSession'
import { resourceName } from '../../kit/labels'
import { editPath, recordAt, recordPath } from '../../kit/recordPaths'
import { specOf } from '../../kit/registry'
import { useFormat, type Format } from '../../ui/useFormat'
import { foundGroups, remembered, type Entry, type EntryGroup, type Recent } from './entries'
import { useFound } from './searchApi'

const NO_RECENT_RECORDS: Recent[] = []

/** What the palette opens besides lists and records. */
export interface Destinations {
  /** Pages that are no list of a resource and that the user may open. `label` is the dictionary key of the name. */
  pages: readonly { path: string; label: string; icon: typeof SvgIcon }[]
  /** Returns the shortcut that opens a path. */
  keysTo: (path: string) => readonly string[] | undefined
  onHelp: () => void
}

/** Returns the entries for a text: actions on the open record, screens, records. */
export function usePalette(typed: string, { pages, keysTo, onHelp }: Destinations) {
  const { t } = useFormat()
  const user = useUser()
  const { pathname } = useLocation()
  const found = useFound(typed)
  const [recent, setRecent] = useStore<Recent[]>('search.recent', NO_RECENT_RECORDS)
  const text = typed.trim()
  const commands = useMemo(
    () => commandGroups({ t, role: user?.role, pathname, pages, keysTo, onHelp }),
    [t, user?.role, pathname, pages, keysTo, onHelp],
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

interface CommandContext extends Destinations {
  t: Format['t']
  role: Parameters<typeof canAccess>[0]
  pathname: string
}

function commandGroups({ t, role, pathname, pages, keysTo, onHelp }: CommandContext): EntryGroup[] {
  /** Link to a path, with its shortcut. */
  const link = (to: string) => {
    const keys = keysTo(to)
    return { to, ...(keys && { keys }) }
  }
  const may = (action: string) => (resource: ConsoleResource) => canAccess(role, action, resource)
  const screens: Entry[] = [
    { key: 'dashboard', title: t('ra.page.dashboard'), icon: DashboardIcon, ...link('/') },
    ...CONSOLE_RESOURCES.filter(may('list')).map((resource) => ({
      key: `screen/${resource}`,
      title: resourceName(t, resource),
      icon: specOf(resource).icon,
      ...link(`/${resource}`),
    })),
    ...pages.map(({ path, label, icon }) => ({ key: path, title: t(label), icon, ...link(path) })),
    { key: 'shortcuts', title: t('app.shortcuts.title'), icon: KeyboardIcon, run: onHelp, keys: ['?'] },
  ]
  const creations: Entry[] = CONSOLE_RESOURCES.filter(may('create')).map((resource) => ({
    key: `create/${resource}`,
    title: t(`resources.${resource}.page.create`),
    icon: AddIcon,
    ...link(`/${resource}/create`),
  }))
  // Bookings first, because they are created most often.
  creations.sort((a, b) => Number(b.key === 'create/reservations') - Number(a.key === 'create/reservations'))
  return [
    { key: 'here', title: t('app.search.here'), entries: hereEntries({ t, role, pathname }) },
    { key: 'create', title: t('app.search.create'), entries: creations },
    { key: 'screens', title: t('app.search.screens'), entries: screens },
  ].filter(({ entries }) => entries.length > 0)
}

/** Returns the actions for the open record. */
function hereEntries({ t, role, pathname }: Omit<CommandContext, keyof Destinations>): Entry[] {
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
