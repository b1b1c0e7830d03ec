import SearchIcon from '@mui/icons-material/Search'
import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../../contract/core/limits/console'
import { SEARCH_MAX_CHARS } from '../../../contract/core/limits/search'
import { useFormat } from '../../ui/useFormat'
import { useLater } from '../../ui/useLater'
import { resourceNoun } from '../labels'
import { useList } from './useList'

/** Searches the list as the user types. */
export function SearchBox() {
  const { t } = useFormat()
  const { resource, filterValues, setFilters } = useList()
  const applied = typeof filterValues['q'] === 'string' ? filterValues['q'] : ''
  const [typed, setTyped] = useState(applied)
  const [followed, setFollowed] = useState(applied)
  const [asked, setAsked] = useState<readonly string[]>([])
  const apply = useLater((text: string) => {
    const { q: _, ...others } = filterValues
    setAsked((texts) => [...texts, text])
    setFilters(text ? { ...others, q: text } : others)
  }, FILTER_DEBOUNCE_MS)
  // Follows a search that was cleared or restored elsewhere, but not the user's own while typing continues.
  if (applied !== followed) {
    const own = asked.indexOf(applied)
    setFollowed(applied)
    setAsked(asked.slice(own < 0 ? asked.length : own + 1))
    if (own < 0) setTyped(applied)
  }
  const search = (text: string) => {
    setTyped(text)
    apply(text.trim())
  }
  const label = t('app.list.search', { name: resourceNoun(t, resource, 2) })
  return (
    <OutlinedInput
      size="small"
      value={typed}
      placeholder={label}
      onChange={(event) => search(event.target.value)}
      inputProps={{ 'aria-label': label, type: 'search', maxLength: SEARCH_MAX_CHARS }}
      startAdornment={
        <InputAdornment position="start" sx={{ marginInlineEnd: 0.5 }}>
          <SearchIcon fontSize="text" />
        </InputAdornment>
      }
      endAdornment={
        typed && (
          <IconButton
            aria-label={t('ra.action.clear_input_value')}
            edge="end"
            onClick={() => search('')}
            sx={{ p: 0.5 }}
          >
            <CloseIcon fontSize="tiny" />
          </IconButton>
        )
      }
      sx={{ width: { xs: '100%', md: 260 }, height: 34, '& input::-webkit-search-cancel-button': { display: 'none' } }}
    />
  )
}
