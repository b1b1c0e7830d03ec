import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Season } from '../../../contract/entities/season'
import { seasonsOn } from '../../../contract/operations/season-days'
import { dayOf } from '../../ui/addressValues'
import { DateBox } from '../../ui/DateBox'
import { useFormat } from '../../ui/useFormat'
import { textIn } from '../../kit/text'
import { SecondaryText, Text } from '../../ui/Text'

/** The effective season of a day and the other matching ones. @param start initial day */
export function SeasonOfDay({ seasons, start }: { seasons: readonly Season[]; start: string }) {
  const { t, language, locale } = useFormat()
  const [day, setDay] = useState(start)
  const [winner, ...others] = seasonsOn(seasons, day)
  const names = new Intl.ListFormat(locale).format(others.map((season) => textIn(season.name, language)))
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2, mt: 3, minHeight: 36 }}
    >
      <DateBox
        ariaLabel={t('app.season.day')}
        value={day}
        onChange={(next) => dayOf(next) && setDay(next)}
        sx={{ width: 200 }}
      />
      <Text aria-live="polite" size="body2">
        {winner ? t('app.season.winner', { name: textIn(winner.name, language) }) : t('app.season.noWinner')}
        {winner && others.length > 0 && (
          <SecondaryText component="span">{` ${t('app.season.beaten', { names })}`}</SecondaryText>
        )}
      </Text>
    </Box>
  )
}
