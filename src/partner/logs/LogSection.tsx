import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { CallLog } from '../../features/calls/CallLog'
import { CALL_FILTER_NAMES, OWN_CALLS, saveOwnCalls } from '../../features/calls/callSource'
import { problemText } from '../../ui/problemText'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { mayDevelop, type SectionProps } from '../frame/sections'
import { useAddress } from '../useAddress'
import { Column } from '../../ui/Column'

/** Log of the calls by the partner's programs. */
export default function LogSection({ user, partner }: SectionProps) {
  const format = useFormat()
  const { t } = format
  const { values, change } = useAddress('logs', CALL_FILTER_NAMES)
  const [refusal, setRefusal] = useState<unknown>(null)
  if (!mayDevelop(user))
    return <StatePanel icon={LockIcon} title={t('app.calls.title')} text={t('app.portal.logs.developersOnly')} />
  const save = () => {
    setRefusal(null)
    saveOwnCalls(values, Date.now()).catch(setRefusal)
  }
  return (
    <Column bounded>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography variant="h1">{t('app.calls.title')}</Typography>
          <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize' }}>
            {t('app.calls.text')}
          </Typography>
        </Box>
        <Button variant="outlined" startIcon={<DownloadIcon />} onClick={save}>
          {t('app.calls.save')}
        </Button>
      </Box>
      {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
      <CallLog scope={['partner', partner.id, 'logs']} source={OWN_CALLS} filter={values} onFilter={change} />
    </Column>
  )
}
