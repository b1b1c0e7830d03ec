import type { ComponentType, FC } from 'react'
import { arrival, type Arrival } from '../providers/arrival'
import { useArrival } from '../providers/useArrival'
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
  code: Load<Props> | Arrival<Module<Props>>,
  Waiting: ComponentType = Nothing,
): FC<Props> {
  const module = typeof code === 'function' ? arrival(code) : code
  return function OnDemand(props: Props) {
    const Part = useArrival(module)?.default
    return Part ? <Part {...props} /> : <Waiting />
  }
}

/** The same for a whole page. */
export const pageOnDemand = <Props extends object>(code: Load<Props> | Arrival<Module<Props>>) =>
  onDemand(code, LoadingTranslations)
