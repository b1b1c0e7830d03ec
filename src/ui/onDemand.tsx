import Button from '@mui/material/Button'
import { type ComponentType, type FC, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { lazyModule, type LazyModule, useLazyModule, useLazyState } from '../providers/lazyModule'
import { FloatingNotice } from './FloatingNotice'
import { askVersion, useOutdated } from '../providers/version'
import { LoadingTranslations } from './Loading'
import { ReloadButton } from './NewVersion'
import { useFormat } from './useFormat'

interface Module<Props> {
  default: ComponentType<Props>
}
type Load<Props> = () => Promise<Module<Props>>
type Code<Props> = Load<Props> | LazyModule<Module<Props>>

const Nothing = () => null
function moduleOf<Props>(code: Code<Props>): LazyModule<Module<Props>> {
  return typeof code === 'function' ? lazyModule(code) : code
}

/**
 * A part of a page whose code is fetched when it is first drawn, and then kept. It stands in place of React's `lazy`,
 * which draws nothing that was waited for within 300 ms after anything else was waited for. Where the code does not
 * come, the page stays as it is, with what was typed into it, and the reader is offered to try again.
 * @param code where its module comes from, or that module on its way
 * @param Waiting stands in for it until then
 */
export function onDemand<Props extends object>(code: Code<Props>, Waiting: ComponentType<Props> = Nothing): FC<Props> {
  const module = moduleOf(code)
  return function OnDemand(props: Props) {
    const state = useLazyState(module)
    if (state && 'value' in state) return <state.value.default {...props} />
    return (
      <>
        <Waiting {...props} />
        {state && <PartMissing onRetry={module.fetch} />}
      </>
    )
  }
}

/** The same for a whole page, which is nothing without its code: the failure is left to the page of errors. */
export function pageOnDemand<Props extends object>(code: Code<Props>): FC<Props> {
  const module = moduleOf(code)
  return function PageOnDemand(props: Props) {
    const Page = useLazyModule(module)?.default
    return Page ? <Page {...props} /> : <LoadingTranslations />
  }
}

function PartMissing({ onRetry }: { onRetry: () => Promise<void> }) {
  const { t } = useFormat()
  // The code of an earlier version does not come back.
  const isOutdated = useOutdated()
  useEffect(() => void askVersion(), [])
  return createPortal(
    <FloatingNotice role="alert">
      {t(isOutdated ? 'app.shell.partOutdated' : 'app.shell.partMissing')}
      {isOutdated ? (
        <ReloadButton />
      ) : (
        <Button size="small" onClick={() => void onRetry()}>
          {t('app.problem.retry')}
        </Button>
      )}
    </FloatingNotice>,
    document.body,
  )
}
