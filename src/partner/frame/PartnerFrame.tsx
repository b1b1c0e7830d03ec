import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { Copyright } from '../../ui/Copyright'
import { useFormat } from '../../ui/useFormat'
import { partnerName, type Partner, type PartnerUser } from '../../providers/auth/partnerIdentity'
import { AccountMenu } from './AccountMenu'
import { PartnerBrand } from './PartnerBrand'
import { PartnerTools } from './PartnerTools'
import { SECTIONS, type SectionName } from './sections'

interface PartnerFrameProps {
  user: PartnerUser
  partner: Partner
  current: SectionName
  children: ReactNode
}

const WIDTH = { width: '100%', maxWidth: 1120, mx: 'auto', px: { xs: 4, md: 6 } } as const

/** The portal's own small frame: whose product, which partner, the sections, and the way out. */
export function PartnerFrame({ user, partner, current, children }: PartnerFrameProps) {
  const { t } = useFormat()
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <Box component="header" sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
        <Box sx={{ ...WIDTH, display: 'flex', alignItems: 'center', gap: 3, height: 56 }}>
          <PartnerBrand />
          <Box
            component="span"
            sx={{
              flex: 1,
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              color: 'text.secondary',
              borderInlineStart: 1,
              borderColor: 'divider',
              paddingInlineStart: 3,
            }}
          >
            {partnerName(partner)}
          </Box>
          <PartnerTools />
          <AccountMenu user={user} />
        </Box>
        <Box
          component="nav"
          aria-label={t('app.partner.nav.label')}
          sx={{ ...WIDTH, display: 'flex', gap: 5, overflowX: 'auto', scrollbarWidth: 'none' }}
        >
          {SECTIONS.map((section) => (
            <Link
              key={section}
              component={RouterLink}
              to={section === 'overview' ? '/partner-dashboard' : `/partner-dashboard?section=${section}`}
              aria-current={section === current ? 'page' : undefined}
              underline="none"
              sx={{
                flex: 'none',
                py: 2.5,
                fontSize: 'body2.fontSize',
                fontWeight: 550,
                color: section === current ? 'text.primary' : 'text.secondary',
                borderBottom: 2,
                borderColor: section === current ? 'primary.main' : 'transparent',
                '&:hover': { color: 'text.primary' },
              }}
            >
              {t(`app.partner.nav.${section}`)}
            </Link>
          ))}
        </Box>
      </Box>
      <Box component="main" sx={{ ...WIDTH, flex: 1, py: 6 }}>
        {children}
      </Box>
      <Box component="footer" sx={{ ...WIDTH, py: 4, fontSize: 'caption.fontSize', color: 'text.secondary' }}>
        <Copyright />
      </Box>
    </Box>
  )
}
