import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'

/** Links to the dispatch board and to the generation of departures, next to "Create journey". */
export default function GenerateAction() {
  const { t } = useFormat()
  const mayCreate = useMay('create', 'journeys')
  return (
    <>
      <Button component={RouterLink} to="/journeys/board" variant="outlined">
        {t('app.board.title')}
      </Button>
      {mayCreate && (
        <Button component={RouterLink} to="/journeys/generate" variant="outlined">
          {t('app.operations.generate.open')}
        </Button>
      )}
    </>
  )
}
