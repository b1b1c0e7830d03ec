import TuneIcon from '@mui/icons-material/Tune'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../ui/useFormat'
import { PREFERENCES_QUERY } from './preferencesApi'
import { onDemand } from '../../ui/onDemand'

const PreferencesDialog = onDemand(async () => ({ default: (await import('./PreferencesDialog')).PreferencesDialog }))

/** Opens what the reader wants to be told of, as they have chosen it by now. */
export function PreferencesButton() {
  const { t } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...PREFERENCES_QUERY, staleTime: 0 })
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<TuneIcon fontSize="menu" />}
        disabled={!data}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('app.live.preferences.open')}
      </Button>
      {isOpen && data && <PreferencesDialog preferences={data} onClose={() => setOpen(false)} />}
    </>
  )
}
