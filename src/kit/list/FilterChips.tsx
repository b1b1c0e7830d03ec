import TuneIcon from '@mui/icons-material/Tune'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useFormat } from '../../ui/useFormat'
import { useOpenedOnce } from '../../ui/useOpenedOnce'
import { labelOf } from '../labels'
import { fieldOf, type AnySpec } from '../resource'
import { useReadable } from '../useReadable'
import { FilterChip } from './FilterChip'
import { isFiltered } from './filterKeys'
import { useList } from './useList'

/** Filters that are always in sight; the others stand in a menu until they are used. */
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
