import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { TILL_SUM_MAX_MINOR } from '../../../contract/core/limits/money'
import { denominationsOf, sumOfPieces } from '../../../contract/core/tills'
import type { CountedPieces } from '../../../contract/operations/tills'
import { formatMoney, parseMoney } from '../../providers/format/money'
import { Text } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'

/** Typed counts by denomination; for currencies without known coins the sum, keyed by the smallest unit. */
export type TypedPieces = Readonly<Record<number, string>>

/** Returns the pieces of each typed denomination; null when a number is invalid. */
export function piecesOf(typed: TypedPieces, currency: string, locale: string): CountedPieces | null {
  const denominations = denominationsOf(currency)
  const isSum = denominations.length === 1
  const counted = denominations.flatMap((denomination_minor) => {
    const text = typed[denomination_minor]?.trim() ?? ''
    if (text === '') return []
    return [{ denomination_minor, pieces: isSum ? parseMoney(text, currency, locale) : Number(text) }]
  })
  const isCounted = (one: (typeof counted)[number]): one is CountedPieces[number] =>
    one.pieces !== null && Number.isInteger(one.pieces) && one.pieces >= 0
  return counted.every(isCounted) && sumOfPieces(counted) <= TILL_SUM_MAX_MINOR ? counted : null
}

interface PiecesBoxProps {
  currency: string
  typed: TypedPieces
  onType: (typed: TypedPieces) => void
}

/** Counts coins and notes; shows the sum while typing. */
export function PiecesBox({ currency, typed, onType }: PiecesBoxProps) {
  const { t, locale } = useFormat()
  const sumId = useId()
  const denominations = denominationsOf(currency)
  const pieces = piecesOf(typed, currency, locale)
  const isSum = denominations.length === 1
  const summary = () => {
    if (pieces === null) return t('app.tills.notWhole')
    return pieces.length === 0 ? t('app.tills.typeZero') : formatMoney(sumOfPieces(pieces), currency, locale)
  }
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: isSum ? '1fr' : { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
          gap: 3,
        }}
      >
        {denominations.map((denomination, index) => (
          <TextField
            key={denomination}
            autoFocus={index === 0}
            label={isSum ? t('app.tills.sum') : formatMoney(denomination, currency, locale)}
            value={typed[denomination] ?? ''}
            onChange={({ target }) => onType({ ...typed, [denomination]: target.value })}
            slotProps={{
              htmlInput: {
                dir: 'ltr',
                inputMode: isSum ? 'decimal' : 'numeric',
                maxLength: 12,
                autoComplete: 'off',
                'aria-describedby': sumId,
              },
              inputLabel: { shrink: true },
            }}
          />
        ))}
      </Box>
      <Box id={sumId} role="status" sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, minHeight: 24 }}>
        <span>{t('app.tills.counted')}</span>
        <Text weight="bold">{summary()}</Text>
      </Box>
    </>
  )
}
