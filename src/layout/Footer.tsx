import Box from '@mui/material/Box'
import { Copyright } from '../ui/Copyright'

export function Footer() {
  return (
    <Box component="footer" sx={{ px: { xs: 4, md: 6 }, py: 3, fontSize: 'caption.fontSize', color: 'text.secondary' }}>
      <Copyright />
    </Box>
  )
}
