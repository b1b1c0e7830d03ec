import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { useHasDraftForm } from '../providers/draftForms'
import { askVersion, useOutdated } from '../providers/version'
import { FloatingNotice } from './FloatingNotice'
import { addMissingPart, type MissingPart, useMissingParts } from './missingParts'
import { ReloadButton } from './NewVersion'
import { useFormat } from './useFormat'

interface PartMissingProps {
  onRetry: () => unknown
  /** Gives up opening the part; without it only the notice closes, and the part stays on the page. */
  onClose?: (() => void) | undefined
}

/**
 * Reports that the code of a part could not be fetched, and offers to try again, or to reload if a newer version is
 * installed. All missing parts share one notice, which the last of them renders.
 */
export function PartMissing({ onRetry, onClose }: PartMissingProps) {
  const id = useId()
  const retry = useEffectEvent(() => void onRetry())
  const [isPutOff, setIsPutOff] = useState(false)
  const close = useEffectEvent(() => (onClose ? onClose() : setIsPutOff(true)))
  useLayoutEffect(
    () => (isPutOff ? undefined : addMissingPart({ id, retry: () => retry(), close: () => close() })),
    [id, isPutOff],
  )
  // The code of an earlier version is no longer served.
  useEffect(() => void askVersion(), [])
  const parts = useMissingParts()
  return parts.at(-1)?.id === id && <MissingNotice parts={parts} />
}

function MissingNotice({ parts }: { parts: readonly MissingPart[] }) {
  const { t } = useFormat()
  const isOutdated = useOutdated()
  const retry = () => {
    for (const part of parts) part.retry()
  }
  const close = () => {
    for (const part of parts) part.close()
  }
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => closeByKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const outdatedText = useHasDraftForm() ? 'app.shell.partOutdated' : 'app.shell.partOutdatedNoDraft'
  return (
    <FloatingNotice
      role="alert"
      action={
        <>
          {isOutdated ? (
            <ReloadButton />
          ) : (
            <Button size="small" variant="outlined" onClick={retry}>
              {t('app.problem.retry')}
            </Button>
          )}
          <Button size="small" onClick={close}>
            {t(isOutdated ? 'app.shell.later' : 'ra.action.close')}
          </Button>
        </>
      }
    >
      {t(isOutdated ? outdatedText : 'app.shell.partMissing')}
    </FloatingNotice>
  )
}
