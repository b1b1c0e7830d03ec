import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import type { OpenRecord } from '../../contract/operations/live'
import { usePresence } from '../providers/live/LiveProvider'
import { initials } from '../providers/format/names'
import { useFormat } from '../ui/useFormat'

interface PresenceBarProps {
  resource: OpenRecord['resource']
  id: string
  /** Whether the record is open in its form. */
  isEditing?: boolean
}

/** Number of avatars; further users are only named in the text. */
const FACES = 3

/** Shows which other users view or edit the record. It always takes its space, so that nothing moves. */
export function PresenceBar({ resource, id, isEditing = false }: PresenceBarProps) {
  const { t, locale } = useFormat()
  const people = usePresence(resource, id, isEditing)
  const texts = (['editing', 'viewing'] as const).flatMap((key) => {
    const names = people.filter((person) => person.is_editing === (key === 'editing')).map(({ name }) => name)
    const list = new Intl.ListFormat(locale).format(names)
    return names.length > 0 ? [t(`app.presence.${key}`, { names: list, smart_count: names.length })] : []
  })
  return (
    <Box
      aria-live="polite"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        flex: 1,
        minWidth: 0,
        height: 20,
        fontSize: 'body2.fontSize',
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', gap: 0.5 }}>
        {people.slice(0, FACES).map((person) => (
          <Avatar
            key={person.id}
            title={person.name}
            sx={{
              width: 20,
              height: 20,
              fontSize: 10,
              fontWeight: 600,
              bgcolor: ({ colours }) => colours.tones[person.is_editing ? 'warning' : 'accent'].ground,
              color: ({ colours }) => colours.tones[person.is_editing ? 'warning' : 'accent'].ink,
            }}
          >
            {initials(person.name)}
          </Avatar>
        ))}
      </Box>
      <Box
        component="span"
        title={texts.join(' · ')}
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {texts.join(' · ')}
      </Box>
    </Box>
  )
}
