import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { canAccess } from '../../providers/auth/canAccess'
import { useUser } from '../../providers/auth/useSession'
import { resourceName } from '../../kit/labels'
import { Keys } from '../../ui/Keys'
import { useFormat } from '../../ui/useFormat'
import { SHORTCUTS, type Shortcut } from './shortcuts'

const GROUPS = ['everywhere', 'record', 'go'] as const

/** Sheet of all shortcuts that the user may use. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useFormat()
  const role = useUser()?.role
  const offered = SHORTCUTS.filter(({ needs }) => !needs || canAccess(role, needs.action, needs.resource))
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        {t('app.shortcuts.title')}
        <IconButton autoFocus aria-label={t('ra.action.close')} onClick={onClose}>
          <CloseIcon fontSize="menu" />
        </IconButton>
      </DialogTitle>
      {/* Focusable, so that the keyboard can scroll it on a small screen. */}
      <DialogContent tabIndex={0} role="group" aria-labelledby="shortcuts-title">
        <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <Box sx={{ display: 'grid', gap: 6, alignContent: 'start' }}>
            {GROUPS.slice(0, 2).map((group) => (
              <Group key={group} name={group} shortcuts={offered.filter((shortcut) => shortcut.group === group)} />
            ))}
          </Box>
          <Group name="go" shortcuts={offered.filter(({ group }) => group === 'go')} />
        </Box>
        <Typography color="text.secondary" sx={{ fontSize: 'caption.fontSize', mt: 5 }}>
          {t('app.shortcuts.note')}
        </Typography>
      </DialogContent>
    </Dialog>
  )
}

function Group({ name, shortcuts }: { name: Shortcut['group']; shortcuts: readonly Shortcut[] }) {
  const { t } = useFormat()
  const named = ({ id, resource, label = `app.shortcuts.${id}` }: Shortcut) =>
    resource ? resourceName(t, resource) : t(label)
  return (
    <Box component="section" aria-labelledby={`shortcuts-${name}`}>
      <Typography id={`shortcuts-${name}`} variant="h3" component="h3" sx={{ mb: 1 }}>
        {t(`app.shortcuts.${name}`)}
      </Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {shortcuts.map((shortcut) => (
          <Box
            key={shortcut.keys.join(' ')}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 4,
              minHeight: 30,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Box component="dt" sx={{ flex: 1, fontSize: 'body2.fontSize' }}>
              {named(shortcut)}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              <Keys keys={shortcut.keys} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
