import type { ComponentType, FC } from 'react'
import { lazyModule, type LazyModule, useLazyModule, useLazyState } from '../providers/lazyModule'
import { LoadingTranslations } from './Loading'
import { PartMissing } from './PartMissing'

interface Module<Props> {
  default: ComponentType<Props>
}
type Load<Props> = () => Promise<Module<Props>>
type Code<Props> = Load<Props> | LazyModule<Module<Props>>

/** Common props of dialogs and menus: `open`, or `anchor` where they are attached to an element. */
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
 * Returns a component that fetches its code when it is first rendered, and then caches it. It replaces React's `lazy`, which
 * delays rendering for up to 300 ms after the previous suspension. If the code cannot be fetched, the page and its input
 * stay unchanged, and the reader can try again. A component with an `onClose` can be given up and opened again.
 * @param code loads its module, or is that module while loading
 * @param Waiting rendered until the code has loaded
 */
export function onDemand<Props extends object>(code: Code<Props>, Waiting: ComponentType<Props> = Nothing): FC<Props> {
  const module = moduleOf(code)
  return function OnDemand(props: Props) {
    const state = useLazyState(module)
    if (state && 'value' in state) return <state.value.default {...props} />
    const { open, anchor, onClose }: OpenedProps = props
    const isClosed = open === false || anchor === null
    if (!state || isClosed) return <Waiting {...props} />
    return (
      <PartMissing onRetry={module.fetch} onClose={onClose} hasPlace={Waiting !== Nothing}>
        <Waiting {...props} />
      </PartMissing>
    )
  }
}

/** As `onDemand`, for a whole page: a failure is shown by the error page. */
export function pageOnDemand<Props extends object>(code: Code<Props>): FC<Props> {
  const module = moduleOf(code)
  return function PageOnDemand(props: Props) {
    const Page = useLazyModule(module)?.default
    return Page ? <Page {...props} /> : <LoadingTranslations />
  }
}
