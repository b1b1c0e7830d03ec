import Box from '@mui/material/Box'
import { useFormat } from '../../ui/useFormat'
import { KindMark } from './NotificationItem'

/** The four placeholders of the specification: texts without links that are not counted. */
const SAMPLES = [
  { name: 'booking', type: 'reservation_update' },
  { name: 'vehicle', type: 'vehicle_update' },
  { name: 'route', type: 'route_update' },
  { name: 'import', type: 'success' },
] as const

/** Example notifications for a user without any; labelled, so that they are not mistaken for real ones. */
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
