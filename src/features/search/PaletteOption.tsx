import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { statusFieldOf } from '../../kit/resource'
import { specOf } from '../../kit/registry'
import { choiceKey } from '../../kit/vocabularies'
import { MONOSPACE } from '../../ui/theme/theme'
import { Instant } from '../../ui/Instant'
import { Plate } from '../../ui/Plate'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { Keys } from '../../ui/Keys'
import type { Entry } from './entries'

interface PaletteOptionProps {
  id: string
  entry: Entry
  active: boolean
  onPoint: () => void
  onChoose: () => void
}

/** Entry of the palette. The input handles the keyboard; the entry only reacts to the pointer. */
export function PaletteOption({ id, entry, active, onPoint, onChoose }: PaletteOptionProps) {
  const { icon: Icon, title, detail, keys, hit } = entry
  return (
    <Box
      role="option"
      id={id}
      aria-selected={active}
      onMouseMove={active ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      sx={optionStyles}
    >
      <Icon fontSize="menu" sx={{ color: 'text.secondary', flex: 'none' }} />
      <Box component="bdi" sx={{ flex: 'none', maxWidth: '60%', ...cut }}>
        {hit ? <RecordTitle resource={hit.resource} title={title} /> : title}
      </Box>
      <Box component="bdi" sx={{ flex: 1, minWidth: 0, color: 'text.secondary', fontSize: 'body2.fontSize', ...cut }}>
        {detail}
      </Box>
      {hit?.record.at && (
        <Box
          component="span"
          sx={{
            flex: 'none',
            fontSize: 'caption.fontSize',
            color: 'text.secondary',
            display: { xs: 'none', sm: 'block' },
          }}
        >
          <Instant value={hit.record.at} zone={hit.record.timezone ?? undefined} />
        </Box>
      )}
      {hit?.record.status && <Status resource={hit.resource} value={hit.record.status} />}
      {keys && <Keys keys={keys} />}
    </Box>
  )
}

function RecordTitle({ resource, title }: { resource: string; title: string }): ReactNode {
  if (resource === 'vehicles') return <Plate>{title}</Plate>
  if (resource !== 'reservations' && resource !== 'journeys') return title
  return (
    <Box component="span" dir="ltr" sx={{ fontFamily: MONOSPACE, fontSize: 'body2.fontSize', fontWeight: 600 }}>
      {title}
    </Box>
  )
}

function Status({ resource, value }: { resource: string; value: string }) {
  const { t } = useFormat()
  const spec = specOf(resource)
  const field = statusFieldOf(spec)
  if (field?.kind !== 'choice') return null
  return (
    <Box component="span" sx={{ flex: 'none', fontSize: 'caption.fontSize', color: 'text.secondary' }}>
      <StatusMark value={value} label={t(choiceKey(field.vocabulary, value))} />
    </Box>
  )
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const optionStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2.5,
  minHeight: 38,
  px: 3,
  mx: 2,
  borderRadius: 1.75,
  cursor: 'pointer',
  fontSize: 'body1.fontSize',
  '&[aria-selected="true"]': { bgcolor: 'action.selected' },
} as const
