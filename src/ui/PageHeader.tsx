import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { PageTitle } from './PageTitle'
import { WrappingRow } from './Column'

interface PageHeaderProps {
  title: string
  /** One line that describes the page. */
  subtitle?: ReactNode
  /** Link to the parent page. */
  back?: { to: string; label: string }
  /** Content next to the back link, in a line of its own height. */
  beside?: ReactNode
  /** Status of the displayed record. */
  mark?: ReactNode
  /** Buttons of the page; the primary action comes last. */
  actions?: ReactNode
}

/** Header of every page: location, description, actions. */
export function PageHeader({ title, subtitle, back, beside, mark, actions }: PageHeaderProps) {
  return (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'flex-end', gap: 4, flexWrap: 'wrap', mb: 4, minHeight: 48 }}
    >
      <PageTitle>{title}</PageTitle>
      <Box sx={{ minWidth: 0, flex: '1 1 260px' }}>
        {back && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 0.5 }}>
            <Link
              component={RouterLink}
              to={back.to}
              color="text.secondary"
              // Larger touch target than the line itself.
              sx={{ fontSize: 'body2.fontSize', '@media (pointer: coarse)': { p: 3, m: -3 } }}
            >
              <bdi>{back.label}</bdi>
            </Link>
            {beside}
          </Box>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
          <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <bdi>{title}</bdi>
          </Typography>
          {mark}
        </Box>
        {subtitle && (
          <Typography
            component="div"
            color="text.secondary"
            sx={{ fontSize: 'body2.fontSize', mt: 0.5, minHeight: 19 }}
          >
            {subtitle}
          </Typography>
        )}
      </Box>
      {actions && <WrappingRow>{actions}</WrappingRow>}
    </Box>
  )
}
