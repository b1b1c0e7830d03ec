import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { useFormat } from '../../ui/useFormat'
import type { Entry, EntryGroup } from './entries'
import { PaletteOption } from './PaletteOption'

interface PaletteListProps {
  id: string
  groups: readonly EntryGroup[]
  current: Entry | undefined
  optionId: (entry: Entry) => string
  onPoint: (entry: Entry) => void
  onChoose: (entry: Entry) => void
}

/** The entries under their titles; the current one stays in sight. */
export function PaletteList({ id, groups, current, optionId, onPoint, onChoose }: PaletteListProps) {
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
