import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Season } from '../../../contract/entities/season'
import { seasonsOn } from '../../../contract/operations/season-days'
import { useFormat } from '../../ui/useFormat'
import { textIn } from '../../kit/text'
import { SecondaryText } from '../../ui/SecondaryText'

/** Which season counts on a day, and which others would. @param start the day that it begins with */
export function SeasonOfDay({ seasons, start }: { seasons: readonly Season[]; start: string }) {
  const { t, language, locale } = useFormat()
  const [day, setDay] = useState(start)
  const [winner, ...others] = seasonsOn(seasons, day)
  const names = new Intl.ListFormat(locale).format(others.map((season) => textIn(season.name, language)))
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2, mt: 3, minHeight: 36 }}
    >
      <TextField
        type="date"
        value={day}
        onChange={(event) => event.target.value && setDay(event.target.value)}
        sx={{ width: 160 }}
        slotProps={{ htmlInput: { 'aria-label': t('app.season.day') } }}
      />
      <Box aria-live="polite" sx={{ fontSize: 'body2.fontSize' }}>
        {winner ? t('app.season.winner', { name: textIn(winner.name, language) }) : t('app.season.noWinner')}
        {winner && others.length > 0 && (
          <SecondaryText component="span">{` ${t('app.season.beaten', { names })}`}</SecondaryText>
        )}
      </Box>
    </Box>
  )
}
