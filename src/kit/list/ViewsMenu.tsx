import EditIcon from '@mui/icons-material/EditOutlined'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNotify, useStore } from 'react-admin'
import { maySeeToViews, type SavedView } from '../../../contract/operations/saved-views'
import { useUser } from '../../providers/auth/useSession'
import { latestOf } from '../../ui/latestOf'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import type { AnySpec } from '../resource'
import { useList } from './useList'
import { ViewDialog } from './ViewDialog'
import { changeView, createView, forgetView, type ViewValues } from './useViews'

interface ViewsMenuProps {
  spec: AnySpec
  views: readonly SavedView[]
  current: SavedView | null
  apply: (view: SavedView) => void
  refresh: () => Promise<void>
  anchor: HTMLElement | null
  onClose: () => void
}

/** Selects a view, saves the present settings as one, and edits the views that the user may edit. */
export function ViewsMenu({ spec, views, current, apply, refresh, anchor, onClose }: ViewsMenuProps) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const user = useUser()
  const { filterValues, sort, perPage } = useList()
  const [columns] = useStore<readonly string[]>(`${spec.name}.columns`, spec.columns)
  const [open, setOpen] = useState<SavedView | 'new' | null>(null)
  const isMine = (view: SavedView) =>
    view.owner_id === user?.id || (view.audience !== 'me' && user !== null && maySeeToViews(user.role))
  const shown = {
    filter: { ...filterValues },
    sort: { field: sort.field, order: sort.order === 'DESC' ? ('DESC' as const) : ('ASC' as const) },
    columns: [...columns],
    per_page: perPage,
  }

  const afterSave = (view: SavedView) => {
    setOpen(null)
    notify('app.view.saved', { type: 'success' })
    void refresh().then(() => apply(view))
  }
  const save = async (values: Omit<ViewValues, keyof typeof shown>) => {
    if (open === 'new') afterSave(await createView(spec.name, { ...shown, ...values }))
    else if (open) afterSave(await changeView(latestOf(views, open), values))
  }
  const update = (view: SavedView) => {
    onClose()
    changeView(view, shown).then(afterSave, (refusal: unknown) => {
      notify(problemText(refusal, format), { type: 'error' })
      void refresh()
    })
  }
  const more = (view: SavedView) =>
    [
      view.audience === 'role' && view.role && t(`choices.roles.${view.role}`),
      view.audience === 'everyone' && t('choices.viewAudiences.everyone'),
      view.owner_name !== null && view.owner_id !== user?.id && t('app.view.by', { name: view.owner_name }),
      view.is_default && t('app.view.opensWith'),
    ]
      .filter(Boolean)
      .join(' · ')

  return (
    <>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={onClose} slotProps={{ paper: { sx: { minWidth: 260 } } }}>
        {views.length === 0 && (
          <MenuItem disabled sx={{ whiteSpace: 'normal', maxWidth: 280, fontSize: 'body2.fontSize' }}>
            {t('app.view.none')}
          </MenuItem>
        )}
        {views.map((view) => (
          <MenuItem
            key={view.id}
            selected={view.id === current?.id}
            onClick={() => {
              onClose()
              apply(view)
            }}
            sx={{ gap: 4 }}
          >
            <ListItemText
              primary={<bdi>{view.name}</bdi>}
              secondary={more(view) || undefined}
              slotProps={{ primary: { fontSize: 'body2.fontSize' }, secondary: { fontSize: 'caption.fontSize' } }}
            />
            {isMine(view) && (
              <IconButton
                edge="end"
                aria-label={t('app.view.edit', { name: view.name })}
                onClick={(event) => {
                  event.stopPropagation()
                  onClose()
                  setOpen(view)
                }}
                sx={{ p: 1 }}
              >
                <EditIcon sx={{ fontSize: 'h2.fontSize' }} />
              </IconButton>
            )}
          </MenuItem>
        ))}
        <Divider />
        {current && isMine(current) && (
          <MenuItem onClick={() => update(current)}>{t('app.view.update', { name: current.name })}</MenuItem>
        )}
        <MenuItem
          onClick={() => {
            onClose()
            setOpen('new')
          }}
        >
          {t('app.view.save')}
        </MenuItem>
      </Menu>
      {open && (
        <ViewDialog
          view={open === 'new' ? null : open}
          mayShare={user !== null && maySeeToViews(user.role)}
          onSave={save}
          onForget={async (view) => {
            await forgetView(view)
            setOpen(null)
            await refresh()
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
