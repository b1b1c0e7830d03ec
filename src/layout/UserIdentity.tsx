import Box from '@mui/material/Box'
import type { StaffUser } from '../providers/auth/session'
import { useFormat } from '../ui/useFormat'

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: 1.35 } as const

/** Name and email of the signed-in user. */
export function UserIdentity({ name, user }: { name: string; user: StaffUser }) {
  const { t } = useFormat()
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 'body2.fontSize', fontWeight: 550 }}>
        <Box component="span" sx={cut}>
          {name}
        </Box>
        {user.is_staff && (
          <Box
            component="span"
            sx={{
              flex: 'none',
              px: 1.25,
              fontSize: 'overline.fontSize',
              fontWeight: 550,
              lineHeight: '16px',
              borderRadius: 1,
              bgcolor: ({ colours }) => colours.tones.neutral.ground,
              color: ({ colours }) => colours.tones.neutral.ink,
            }}
          >
            {t('app.user.staff')}
          </Box>
        )}
      </Box>
      <Box sx={{ ...cut, color: 'text.secondary', fontSize: 'caption.fontSize' }} dir="auto">
        {user.email}
      </Box>
    </>
  )
}
