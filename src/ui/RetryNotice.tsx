import CircularProgress from '@mui/material/CircularProgress'
import Paper from '@mui/material/Paper'
import { useSyncExternalStore } from 'react'
import { retrying } from '../providers/http/retrying'
import { useFormat } from './useFormat'

/** Says over any screen that a read has failed and is being tried again; moves nothing. */
export function RetryNotice() {
  const { t } = useFormat()
  if (!useSyncExternalStore(retrying.subscribe, retrying.any)) return null
  return (
    <Paper
      role="status"
      variant="outlined"
      sx={{
        position: 'fixed',
        insetBlockEnd: 16,
        insetInline: 0,
        mx: 'auto',
        width: 'fit-content',
        maxWidth: 'calc(100% - 32px)',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 4,
        py: 2,
        borderRadius: 2,
        fontSize: 'body2.fontSize',
        zIndex: 'snackbar',
      }}
    >
      <CircularProgress size={14} thickness={5} aria-hidden />
      {t('app.problem.retrying')}
    </Paper>
  )
}
