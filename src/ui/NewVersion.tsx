import Button from '@mui/material/Button'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useOutdated } from '../providers/version'
import { FloatingNotice } from './FloatingNotice'
import { useMissingParts } from './missingParts'
import { useFormat } from './useFormat'

/** Offers a newer version of the console at the first navigation after it was installed. */
export function NewVersion() {
  const isOutdated = useOutdated()
  // The notice about missing parts offers the same reload.
  const isOffered = useMissingParts().length > 0
  const { key } = useLocation()
  const [noticedAt, setNoticedAt] = useState<string | null>(null)
  const [isPutOff, setIsPutOff] = useState(false)
  if (isOutdated && noticedAt === null) setNoticedAt(key)
  if (!isOutdated || noticedAt === null || noticedAt === key || isPutOff || isOffered) return null
  return <VersionNotice onPutOff={() => setIsPutOff(true)} />
}

function VersionNotice({ onPutOff }: { onPutOff: () => void }) {
  const { t } = useFormat()
  return (
    <FloatingNotice
      role="status"
      action={
        <>
          <ReloadButton />
          <Button size="small" onClick={onPutOff}>
            {t('app.shell.later')}
          </Button>
        </>
      }
    >
      {t('app.shell.newVersion')}
    </FloatingNotice>
  )
}

/** Reloads the page. Unsaved form input remains as a draft. */
export function ReloadButton() {
  const { t } = useFormat()
  return (
    <Button size="small" variant="outlined" onClick={() => window.location.reload()}>
      {t('app.shell.reload')}
    </Button>
  )
}
