import { BRAND } from '../providers/config'

/** Title of the browser's tab: what this page is, and the product. */
export function PageTitle({ children }: { children: string }) {
  return <title>{children ? `${children} · ${BRAND}` : BRAND}</title>
}
