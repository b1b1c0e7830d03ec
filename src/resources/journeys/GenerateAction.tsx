import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'

/** The way to many departures at once, beside "Create journey". */
export default function GenerateAction() {
  const { t } = useFormat()
  if (!useMay('create', 'journeys')) return null
  return (
    <Button component={RouterLink} to="/journeys/generate" variant="outlined">
      {t('app.depot.generate.open')}
    </Button>
  )
}
