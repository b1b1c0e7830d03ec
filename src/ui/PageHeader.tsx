import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { PageTitle } from './PageTitle'
import { WrappingRow } from './Column'

interface PageHeaderProps {
  title: string
  /** One line that says what the page is about. */
  subtitle?: ReactNode
  /** The page above this one. */
  back?: { to: string; label: string }
  /** What stands beside the way back, in a line of its own height. */
  beside?: ReactNode
  /** State of what the page shows. */
  mark?: ReactNode
  /** The primary action comes last. */
  actions?: ReactNode
}

/** Head of every page: where one is, what it is about, what can be done. */
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
              // A finger also hits it beside its line.
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
