import BlockIcon from '@mui/icons-material/Block'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { StatePanel } from './StatePanel'
import { useFormat } from './useFormat'
import { PageTitle } from './PageTitle'

export function AccessDenied() {
  const { t } = useFormat()
  return (
    <>
      <PageTitle>{t('ra.page.access_denied')}</PageTitle>
      <StatePanel
        whole
        role="alert"
        icon={BlockIcon}
        title={t('ra.page.access_denied')}
        text={t('ra.message.access_denied')}
        action={
          <Button component={RouterLink} to="/" variant="outlined">
            {t('app.nav.home')}
          </Button>
        }
      />
    </>
  )
}
