import MapIcon from '@mui/icons-material/MapOutlined'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { useFormat } from '../../ui/useFormat'

/** Links to the map of the network. */
export default function MapLink() {
  const { t } = useFormat()
  return (
    <Button component={RouterLink} to="/stations/map" variant="outlined" startIcon={<MapIcon />}>
      {t('app.map.open')}
    </Button>
  )
}
