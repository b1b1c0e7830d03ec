import { BRAND } from '../providers/config'

/** Title of the browser tab: page and product. */
export function PageTitle({ children }: { children: string }) {
  return <title>{children ? `${children} · ${BRAND}` : BRAND}</title>
}
