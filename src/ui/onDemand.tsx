import type { ComponentType, FC } from 'react'
import { lazyModule, type LazyModule } from '../providers/lazyModule'
import { useLazyModule } from '../providers/useLazyModule'
import { LoadingTranslations } from './Loading'

interface Module<Props> {
  default: ComponentType<Props>
}
type Load<Props> = () => Promise<Module<Props>>

const Nothing = () => null

/**
 * A component whose code is fetched when it is first drawn, and then kept. It stands in place of React's `lazy`, which
 * draws nothing that was waited for within 300 ms after anything else was waited for.
 * @param code where its module comes from, or that module on its way
 * @param Waiting stands in for it until then
 */
export function onDemand<Props extends object>(
  code: Load<Props> | LazyModule<Module<Props>>,
  Waiting: ComponentType = Nothing,
): FC<Props> {
  const module = typeof code === 'function' ? lazyModule(code) : code
  return function OnDemand(props: Props) {
    const Part = useLazyModule(module)?.default
    return Part ? <Part {...props} /> : <Waiting />
  }
}

/** The same for a whole page. */
export const pageOnDemand = <Props extends object>(code: Load<Props> | LazyModule<Module<Props>>) =>
  onDemand(code, LoadingTranslations)
