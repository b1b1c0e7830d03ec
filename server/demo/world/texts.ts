import type { I18nText } from '../../../contract/core/scalars'

/** A text in the five languages of the product. */
export const inFive = (en: string, ae: string, fr: string, de: string, es: string): I18nText => ({ en, ae, fr, de, es })

/** A name that is the same in Latin letters everywhere. */
export const named = (latin: string, arabic: string): I18nText => inFive(latin, arabic, latin, latin, latin)
