/** Code points of the digit zero in Arabic-Indic and Persian. */
const ZEROS = [0x0660, 0x06f0]
/** Distance of a full-width sign from its ASCII counterpart. */
const FULL_WIDTH = 0xfee0
/** Arabic-Indic and Persian digits, and full-width characters. */
const OTHERS = /[\u0660-\u0669\u06f0-\u06f9\uff01-\uff5e]/g

/** Returns the text with Arabic-Indic, Persian and full-width characters replaced by ASCII. */
export const withAsciiDigits = (text: string): string => text.replace(OTHERS, toAscii)

function toAscii(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? String.fromCodePoint(code - FULL_WIDTH) : String(code - zero)
}
