import Button from '@mui/material/Button'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { useOutdated } from '../providers/version'
import { FloatingNotice } from './FloatingNotice'
import { useFormat } from './useFormat'

/** Offers a newer version of the console at the first change of page after it was installed. */
export function NewVersion() {
  const isOutdated = useOutdated()
  const { key } = useLocation()
  const [noticedAt, setNoticedAt] = useState<string | null>(null)
  const [isPutOff, setIsPutOff] = useState(false)
  if (isOutdated && noticedAt === null) setNoticedAt(key)
  if (!isOutdated || noticedAt === null || noticedAt === key || isPutOff) return null
  return <VersionNotice onPutOff={() => setIsPutOff(true)} />
}

function VersionNotice({ onPutOff }: { onPutOff: () => void }) {
  const { t } = useFormat()
  return createPortal(
    <FloatingNotice role="status">
      {t('app.shell.newVersion')}
      <ReloadButton />
      <Button size="small" color="inherit" onClick={onPutOff}>
        {t('app.shell.later')}
      </Button>
    </FloatingNotice>,
    document.body,
  )
}

/** Loads the page again. What was typed into a form waits there as a draft. */
export function ReloadButton() {
  const { t } = useFormat()
  return (
    <Button size="small" onClick={() => window.location.reload()}>
      {t('app.shell.reload')}
    </Button>
  )
}
