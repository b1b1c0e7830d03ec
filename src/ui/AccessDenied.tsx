import BlockIcon from '@mui/icons-material/Block'
import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { StatePanel } from './StatePanel'
import { useFormat } from './useFormat'
import { PageTitle } from './PageTitle'

/** Page for a user without permission to see the requested one. */
export const AccessDenied = () => <NoPage reason="access_denied" icon={BlockIcon} />

/** Page shown when the permission of the user could not be determined. */
export const AuthenticationError = () => <NoPage reason="authentication_error" icon={CloudOffIcon} />

function NoPage({ reason, icon }: { reason: 'access_denied' | 'authentication_error'; icon: typeof BlockIcon }) {
  const { t } = useFormat()
  const title = t(`ra.page.${reason}`)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <StatePanel
        whole
        role="alert"
        icon={icon}
        title={title}
        text={t(`ra.message.${reason}`)}
        action={
          <Button component={RouterLink} to="/" variant="outlined">
            {t('app.nav.home')}
          </Button>
        }
      />
    </>
  )
}
