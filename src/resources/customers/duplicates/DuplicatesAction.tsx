import MergeIcon from '@mui/icons-material/CallMergeOutlined'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { useFormat } from '../../../ui/useFormat'

/** Link from the list of customers to possible duplicates. */
export default function DuplicatesAction() {
  const { t } = useFormat()
  return (
    <Button component={RouterLink} to="/customers/duplicates" variant="outlined" startIcon={<MergeIcon />}>
      {t('app.duplicates.title')}
    </Button>
  )
}
