import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { IMPORTED_RESOURCES } from '../../../contract/core/vocabulary'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import type { AnySpec } from '../resource'

/** The way to the import of a table, where such records come in tables. */
export function ImportLink({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const mayImport = useMay('import', spec.name)
  if (!mayImport || !IMPORTED_RESOURCES.some((resource) => resource === spec.name)) return null
  return (
    <Button component={RouterLink} to={`/${spec.name}/import`} variant="outlined" startIcon={<UploadIcon />}>
      {t('app.import.action')}
    </Button>
  )
}
