import CloseIcon from '@mui/icons-material/Close'
import RestartAltIcon from '@mui/icons-material/RestartAlt'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { useFormat } from '../../ui/useFormat'
import { OptionGroup } from './OptionGroup'
import { GROUPS } from './options'

interface CustomizerProps {
  open: boolean
  onClose: () => void
}

const TITLE_ID = 'customizer-title'

/** Settings of the appearance, applied at once. */
export const Customizer = memo(function Customizer({ open, onClose }: CustomizerProps) {
  const { t } = useFormat()
  const { reset } = useSettings()
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          elevation: 0,
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': TITLE_ID,
          sx: {
            width: 348,
            maxWidth: '100%',
            bgcolor: ({ colours }) => colours.raised,
            borderInlineStart: 1,
            borderColor: 'divider',
          },
        },
        // The page stays visible, because it shows the effect.
        backdrop: { sx: { bgcolor: 'rgba(10, 15, 30, 0.16)' } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, px: 5, pt: 4, pb: 3 }}>
        <Box sx={{ flex: 1 }}>
          <Typography id={TITLE_ID} variant="h2">
            {t('app.customizer.open')}
          </Typography>
          <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize' }}>
            {t('app.customizer.text')}
          </Typography>
        </Box>
        <IconButton aria-label={t('ra.action.close')} onClick={onClose} size="medium">
          <CloseIcon fontSize="bar" />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gap: 6, px: 5, pb: 5, pt: 2, flex: 1, overflowY: 'auto', alignContent: 'start' }}>
        {GROUPS.map((group) => (
          <OptionGroup key={group.setting} group={group} />
        ))}
      </Box>
      <Box sx={{ px: 5, py: 3, borderTop: 1, borderColor: 'divider' }}>
        <Button fullWidth variant="outlined" startIcon={<RestartAltIcon />} onClick={reset}>
          {t('app.customizer.reset')}
        </Button>
      </Box>
    </Drawer>
  )
})
