import type { I18nText } from '../../../contract/core/scalars'

/** Returns a text in the five languages of the product. */
export const inFive = (en: string, ae: string, fr: string, de: string, es: string): I18nText => ({ en, ae, fr, de, es })

/** Returns a name that is the same in all languages with Latin letters. */
export const named = (latin: string, arabic: string): I18nText => inFive(latin, arabic, latin, latin, latin)
