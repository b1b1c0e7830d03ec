import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useState } from 'react'
import { useSavedQueries, type SavedQuery } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { useFormat } from '../../../ui/useFormat'
import { useList } from './useList'

const NameView = lazy(async () => ({ default: (await import('./NameView')).NameView }))

/** Filters with their order that the reader has given a name. */
export function SavedViews() {
  const { t } = useFormat()
  const { resource, filterValues, sort, perPage } = useList()
  const [saved, setSaved] = useSavedQueries(resource)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [naming, setNaming] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()

  const apply = ({ value }: SavedQuery) => {
    if (!value) return
    const search = new URLSearchParams({
      filter: JSON.stringify(value.filter ?? {}),
      sort: value.sort?.field ?? sort.field,
      order: value.sort?.order ?? sort.order,
      page: '1',
      perPage: String(value.perPage ?? perPage),
      displayedFilters: '{}',
    })
    setAnchor(null)
    void navigate({ pathname, search: search.toString() })
  }
  const save = (label: string) => {
    setSaved([
      ...saved.filter((other) => other.label !== label),
      { label, value: { filter: filterValues, sort, perPage } },
    ])
    setNaming(false)
  }

  return (
    <>
      <Tooltip title={t('ra.saved_queries.label')}>
        <IconButton
          aria-label={t('ra.saved_queries.label')}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ width: 34, height: 34 }}
        >
          <BookmarkIcon sx={{ fontSize: 19 }} />
        </IconButton>
      </Tooltip>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {saved.map((query) => (
          <MenuItem key={query.label} onClick={() => apply(query)} sx={{ gap: 4 }}>
            <ListItemText primary={query.label} slotProps={{ primary: { fontSize: 13 } }} />
            <IconButton
              edge="end"
              aria-label={t('ra.saved_queries.remove_label_with_name', { name: query.label })}
              onClick={(event) => {
                event.stopPropagation()
                setSaved(saved.filter((other) => other !== query))
              }}
              sx={{ p: 1 }}
            >
              <DeleteIcon sx={{ fontSize: 16 }} />
            </IconButton>
          </MenuItem>
        ))}
        {saved.length > 0 && <Divider />}
        <MenuItem
          onClick={() => {
            setAnchor(null)
            setNaming(true)
          }}
        >
          {t('ra.saved_queries.new_label')}
        </MenuItem>
      </Menu>
      {naming && (
        <Suspense fallback={null}>
          <NameView onSave={save} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  )
}
