import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/PageTitle'
import { PartnerBrand } from './PartnerBrand'
import { PartnerTools } from './PartnerTools'

interface SignInFrameProps {
  title: string
  text?: string | undefined
  children: ReactNode
  /** Below the panel. */
  aside?: ReactNode
}

/** A page in front of the portal: one panel in the middle. */
export function SignInFrame({ title, text, children, aside }: SignInFrameProps) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <PageTitle>{title}</PageTitle>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', p: 4 }}>
        <PartnerBrand />
        <PartnerTools />
      </Box>
      <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'center', px: 4, pb: 20 }}>
        <Box sx={{ width: '100%', maxWidth: 420 }}>
          <Paper variant="outlined" sx={{ p: { xs: 5, sm: 8 }, borderRadius: 3 }}>
            <Typography variant="h1" sx={{ mb: 1 }}>
              {title}
            </Typography>
            {text && (
              <Typography color="text.secondary" sx={{ mb: 6, overflowWrap: 'anywhere' }}>
                {text}
              </Typography>
            )}
            {children}
          </Paper>
          {aside && <Box sx={{ mt: 4, textAlign: 'center', fontSize: 'body2.fontSize' }}>{aside}</Box>}
        </Box>
      </Box>
    </Box>
  )
}
