import TillIcon from '@mui/icons-material/PointOfSaleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'

/** The instant that the address narrows the tills by, to those that are open since before it; null for all. */
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

/** Says that these are not all tills. */
export const OnlyLeftOpen = () => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
    {useFormat().t('app.tills.leftOpen')}
    <ShowAll />
  </Box>
)

export const NoneLeftOpen = () => (
  <StatePanel icon={TillIcon} title={useFormat().t('app.tills.noneLeftOpen')} action={<ShowAll />} />
)
