import Box from '@mui/material/Box'
import { useFormat } from '../../ui/useFormat'
import { KindMark } from './NotificationItem'

/** The specification's four placeholders: texts alone, which lead nowhere and are counted nowhere. */
const SAMPLES = [
  { name: 'booking', type: 'reservation_update' },
  { name: 'vehicle', type: 'vehicle_update' },
  { name: 'route', type: 'route_update' },
  { name: 'import', type: 'success' },
] as const

/** What messages look like, for somebody who has none yet; labelled, so that nobody takes them for real. */
export function SampleNotifications() {
  const { t } = useFormat()
  return (
    <Box
      component="section"
      aria-labelledby="notification-samples"
      sx={{ m: 3, p: 3, border: 1, borderStyle: 'dashed', borderColor: 'divider', borderRadius: 2 }}
    >
      <Box id="notification-samples" sx={{ fontSize: 'caption.fontSize', fontWeight: 600, color: 'text.secondary' }}>
        {t('app.live.samples')}
      </Box>
      <Box sx={{ fontSize: 'caption.fontSize', color: 'text.secondary', mb: 2 }}>{t('app.live.samplesHint')}</Box>
      {SAMPLES.map(({ name, type }) => (
        <Box
          key={name}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            py: 1.5,
            fontSize: 'body2.fontSize',
            color: 'text.secondary',
          }}
        >
          <KindMark type={type} />
          <Box sx={{ flex: 1, minWidth: 0 }}>{t(`app.live.sample.${name}.title`)}</Box>
          <Box sx={{ flex: 'none', fontSize: 'caption.fontSize' }}>{t(`app.live.sample.${name}.ago`)}</Box>
        </Box>
      ))}
    </Box>
  )
}
