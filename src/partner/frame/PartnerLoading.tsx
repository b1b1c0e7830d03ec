import Box from '@mui/material/Box'
import { useFormat } from '../../ui/useFormat'

/** Stands while it is not yet known whether a partner is signed in. */
export function PartnerLoading() {
  const { t } = useFormat()
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', color: 'text.secondary' }}>
      {t('app.loading.session')}
    </Box>
  )
}
