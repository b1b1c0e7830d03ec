import Box from '@mui/material/Box'
import { BRAND } from '../config'

const YEAR = new Date().getFullYear()

export function Footer() {
  return (
    <Box component="footer" sx={{ px: { xs: 4, md: 6 }, py: 3, fontSize: 12, color: 'text.secondary' }}>
      © {YEAR} {BRAND}
    </Box>
  )
}
