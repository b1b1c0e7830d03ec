import type { ComponentType, FC } from 'react'
import { lazyModule, type LazyModule, useLazyModule, useLazyState } from '../providers/lazyModule'
import { LoadingTranslations } from './Loading'
import { PartMissing } from './PartMissing'

interface Module<Props> {
  default: ComponentType<Props>
}
type Load<Props> = () => Promise<Module<Props>>
type Code<Props> = Load<Props> | LazyModule<Module<Props>>

/** What dialogs and menus have in common: `open`, or `anchor` where they open beside something. */
interface OpenedProps {
  open?: boolean
  anchor?: unknown
  onClose?: () => void
}

const Nothing = () => null
function moduleOf<Props>(code: Code<Props>): LazyModule<Module<Props>> {
  return typeof code === 'function' ? lazyModule(code) : code
}

/**
 * A part of a page whose code is fetched when it is first drawn, and then kept. It stands in place of React's `lazy`,
 * which draws nothing that was waited for within 300 ms after anything else was waited for. Where the code does not
 * come, the page stays as it is, with what was typed into it, and the reader is offered to try again. A part with an
 * `onClose` can be given up instead, and then be opened again.
 * @param code where its module comes from, or that module on its way
 * @param Waiting stands in for it until then
 */
export function onDemand<Props extends object>(code: Code<Props>, Waiting: ComponentType<Props> = Nothing): FC<Props> {
  const module = moduleOf(code)
  return function OnDemand(props: Props) {
    const state = useLazyState(module)
    if (state && 'value' in state) return <state.value.default {...props} />
    const { open, anchor, onClose }: OpenedProps = props
    const isClosed = open === false || anchor === null
    return (
      <>
        <Waiting {...props} />
        {state && !isClosed && <PartMissing onRetry={module.fetch} onClose={onClose} />}
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
