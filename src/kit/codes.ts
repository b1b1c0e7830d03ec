/** Computes a list of codes of the browser when it is first needed. */
function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Region codes that are not countries. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ'])
/** Former country codes. */
const FORMER = new Set([
  'AN',
  'BU',
  'CS',
  'DD',
  'DY',
  'FX',
  'HV',
  'NH',
  'NT',
  'RH',
  'SU',
  'TP',
  'UK',
  'VD',
  'YD',
  'YU',
  'ZR',
])

export const COUNTRIES = once(() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second)).filter(
    (code) => !NO_COUNTRY.has(code) && !FORMER.has(code) && names.of(code) !== undefined,
  )
})

export const CURRENCIES = once(() => Intl.supportedValuesOf('currency'))
export const TIME_ZONES = once(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])])

/** Languages offered first, as transport staff are likely to speak them. */
export const SPOKEN_LANGUAGES = [
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'hy',
  'it',
  'ja',
  'ka',
  'ko',
  'lt',
  'lv',
  'mk',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'ta',
  'th',
  'tl',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh',
]
