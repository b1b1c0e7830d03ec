import TillIcon from '@mui/icons-material/PointOfSaleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'

/** Returns the instant in the URL that filters for tills opened before it and still open; null for all. */
export function useOpenBefore(): string | null {
  const [params] = useSearchParams()
  const asked = params.get('open_before')
  return asked !== null && !Number.isNaN(Date.parse(asked)) ? asked : null
}

const ShowAll = () => (
  <Button component={RouterLink} to="/tills" variant="outlined">
    {useFormat().t('app.tills.showAll')}
  </Button>
)

/** Note that the list is filtered. */
export const OnlyLeftOpen = () => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
    {useFormat().t('app.tills.leftOpen')}
    <ShowAll />
  </Box>
)

export const NoneLeftOpen = () => (
  <StatePanel icon={TillIcon} title={useFormat().t('app.tills.noneLeftOpen')} action={<ShowAll />} />
)
