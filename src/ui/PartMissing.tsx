import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { useHasDraftForm } from '../providers/draftForms'
import { askVersion, useOutdated } from '../providers/version'
import { FloatingNotice } from './FloatingNotice'
import { addMissingPart, type MissingPart, useMissingParts } from './missingParts'
import { ReloadButton } from './NewVersion'
import { useFormat } from './useFormat'

interface PartMissingProps {
  onRetry: () => unknown
  /** Closes the part; without it only the notice is closed, and the part stays on the page. */
  onClose?: (() => void) | undefined
  /** Whether the part has a place on the page, which shows that it is missing after the notice is closed. */
  hasPlace?: boolean
  /** Placeholder of the part. */
  children?: ReactNode
}

/**
 * Reports that the code of a part could not be fetched, and offers to try again, or to reload if a newer version is
 * installed. All missing parts share one notice, which the last of them renders.
 */
export function PartMissing({ onRetry, onClose, hasPlace = false, children }: PartMissingProps) {
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
  return (
    <>
      {isPutOff && hasPlace ? <MissingPlace onRetry={onRetry} /> : children}
      {parts.at(-1)?.id === id && <MissingNotice parts={parts} />}
    </>
  )
}

/** Text and button for missing parts: to try again, or to reload if a newer version is installed. */
function useRemedy(onRetry: () => unknown): { text: string; button: ReactNode; isOutdated: boolean } {
  const { t } = useFormat()
  const isOutdated = useOutdated()
  const outdatedText = useHasDraftForm() ? 'app.shell.partOutdated' : 'app.shell.partOutdatedNoDraft'
  const button = isOutdated ? (
    <ReloadButton />
  ) : (
    <Button size="small" variant="outlined" onClick={() => void onRetry()}>
      {t('app.problem.retry')}
    </Button>
  )
  return { text: t(isOutdated ? outdatedText : 'app.shell.partMissing'), button, isOutdated }
}

/** Placeholder of a missing part after its notice was closed. */
function MissingPlace({ onRetry }: Pick<PartMissingProps, 'onRetry'>) {
  const { text, button } = useRemedy(onRetry)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, py: 2, fontSize: 'body2.fontSize' }}>
      <span>{text}</span>
      {button}
    </Box>
  )
}

function MissingNotice({ parts }: { parts: readonly MissingPart[] }) {
  const { t } = useFormat()
  const { text, button, isOutdated } = useRemedy(() => {
    for (const part of parts) part.retry()
  })
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
  return (
    <FloatingNotice
      role="alert"
      action={
        <>
          {button}
          <Button size="small" onClick={close}>
            {t(isOutdated ? 'app.shell.later' : 'ra.action.close')}
          </Button>
        </>
      }
    >
      {text}
    </FloatingNotice>
  )
}
