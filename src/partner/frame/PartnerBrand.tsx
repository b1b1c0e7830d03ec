import Box from '@mui/material/Box'
import { BRAND } from '../../providers/config'

/** Mark and name of the operator's product. */
export function PartnerBrand() {
  return (
    <Box component="span" dir="ltr" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flex: 'none' }}>
      <img src="/favicon.svg" alt="" width={26} height={26} />
      <Box component="span" sx={{ fontSize: 'h2.fontSize', fontWeight: 650, letterSpacing: '-0.02em' }}>
        {BRAND}
      </Box>
    </Box>
  )
}
