import SearchOffIcon from '@mui/icons-material/SearchOff'
import ReportIcon from '@mui/icons-material/ReportOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link as RouterLink, useRouteError } from 'react-router-dom'
import { i18n } from '../../providers/i18n/i18n'
import { StatePanel } from '../../ui/StatePanel'
import { PageNotFound } from './PageNotFound'
import { PageTitle } from '../../ui/PageTitle'

interface BlankErrorProps {
  missing: boolean
}

/** Blank page for an address that leads nowhere, or for a fault that left nothing else to show. */
function BlankError({ missing }: BlankErrorProps) {
  const title = i18n.t(missing ? 'ra.page.not_found' : 'ra.page.error')
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', bgcolor: 'background.default' }}
    >
      <PageTitle>{title}</PageTitle>
      <StatePanel
        role="alert"
        icon={missing ? SearchOffIcon : ReportIcon}
        title={title}
        text={i18n.t(missing ? 'ra.message.not_found' : 'ra.message.error')}
        action={
          <>
            {!missing && (
              <Button variant="outlined" onClick={() => window.location.reload()}>
                {i18n.t('app.problem.retry')}
              </Button>
            )}
            <Button component={RouterLink} to="/" variant={missing ? 'outlined' : 'text'}>
              {i18n.t('app.nav.home')}
            </Button>
          </>
        }
      />
    </Box>
  )
}

export const NotFoundPage = () => <BlankError missing />

/** What the router shows for an error of a route. */
export function RouteErrorPage() {
  const error = useRouteError()
  return <BlankError missing={error instanceof PageNotFound} />
}
