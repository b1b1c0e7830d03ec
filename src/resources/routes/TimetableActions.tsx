import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import MapLink from '../../features/map/MapLink'
import { useList } from '../../kit/list/useList'
import { onDemand } from '../../ui/onDemand'

const TimetableExport = onDemand(() => import('./TimetableExport'))

/** Import and export of timetables, next to "Create route". */
export default function TimetableActions() {
  const { t } = useFormat()
  const mayImport = useMay('import', 'routes')
  const { total } = useList()
  const mayExport = useMay('export', 'routes') && total !== 0
  const [exporting, setExporting] = useState(false)
  return (
    <>
      <MapLink />
      {mayExport && (
        <Button variant="outlined" onClick={() => setExporting(true)}>
          {t('app.gtfs.export')}
        </Button>
      )}
      {mayImport && (
        <Button component={RouterLink} to="/routes/import" variant="outlined" startIcon={<UploadIcon />}>
          {t('app.gtfs.import')}
        </Button>
      )}
      {exporting && <TimetableExport onClose={() => setExporting(false)} />}
    </>
  )
}
