import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { SEARCH_MAX_CHARS } from '../../contract/core/limits/search'
import { INTL_LOCALES, LANGUAGES } from '../../contract/core/languages'
import { displayNames } from '../providers/format/intl'
import { formatMoney } from '../providers/format/money'
import { pickerInput, type PickerBoxProps } from './pickerBox'
import { SecondaryText } from './Text'
import { useFormat, type Format } from './useFormat'
import { isOutOfReach, useStationBox, type StationOption, type StationSource } from './useStationBox'

interface StationBoxProps extends PickerBoxProps {
  source: StationSource
  chosen: readonly StationOption[]
  onPick: (stations: StationOption[]) => void
}

/**
 * Selects stations by name. The options always match the present text; the first one is highlighted, and Enter selects it,
 * also while the answer is still loading.
 */
export function StationBox(props: StationBoxProps) {
  const { source, chosen, onPick, multiple = false, onBlur, id, disabled = false, openOnFocus = false } = props
  const format = useFormat()
  const { t, language } = format
  const state = useStationBox(source, (station) => onPick(multiple ? withOne(chosen, station) : [station]))
  const nameOf = ({ name }: StationOption) => name[language] ?? name['en'] ?? ''
  const shared = {
    ...(id ? { id } : {}),
    ...state.box,
    disabled,
    openOnFocus,
    loadingText: t('app.search.searching'),
    noOptionsText: t(state.failed ? 'app.problem.offline' : 'app.stations.none'),
    filterOptions: (all: StationOption[]) => all,
    isOptionEqualToValue: (option: StationOption, value: StationOption) => option.id === value.id,
    getOptionDisabled: isOutOfReach,
    getOptionLabel: nameOf,
    getOptionKey: (station: StationOption) => station.id,
    inputValue: state.typed ?? (multiple || !chosen[0] ? '' : nameOf(chosen[0])),
    onBlur: () => {
      state.leave()
      onBlur?.()
    },
    renderOption: (
      { key, ...rest }: React.HTMLAttributes<HTMLLIElement> & { key: React.Key },
      station: StationOption,
    ) => (
      <li key={key} {...rest}>
        <Box sx={{ width: '100%', minWidth: 0 }}>
          <Box sx={{ display: 'flex', gap: 3, justifyContent: 'space-between', alignItems: 'baseline' }}>
            <bdi>{nameOf(station)}</bdi>
            <Box component="span" sx={{ flex: 'none' }}>
              <SecondaryText component="bdi" size="caption">
                {sideOf(station, format)}
              </SecondaryText>
            </Box>
          </Box>
          <SecondaryText component="bdi" size="caption">
            {noteOf(station, format)}
          </SecondaryText>
        </Box>
      </li>
    ),
    renderInput: pickerInput(props, { maxLength: SEARCH_MAX_CHARS, autoComplete: 'off' }),
  }
  if (multiple)
    return (
      <Autocomplete
        multiple
        disableCloseOnSelect
        {...shared}
        value={[...chosen]}
        onChange={(_event, stations) => {
          state.forget()
          onPick(stations)
        }}
      />
    )
  return (
    <Autocomplete
      {...shared}
      // While the user types, the earlier choice does not apply.
      value={state.typed === null ? (chosen[0] ?? null) : null}
      onChange={(_event, station) => {
        state.forget()
        onPick(station ? [station] : [])
      }}
    />
  )
}

const withOne = (chosen: readonly StationOption[], station: StationOption): StationOption[] =>
  chosen.some(({ id }) => id === station.id) ? [...chosen] : [...chosen, station]

/** Returns the details next to the name: the code, and the lowest fare or the number of changes. */
function sideOf({ code, fare_from: fare, reachable, changes }: StationOption, { t, locale }: Format): string {
  const travel = () => {
    if (reachable === false) return t('app.stations.outOfReach')
    if (changes) return t('app.stations.changes', { smart_count: changes })
    return fare && t('app.stations.fareFrom', { price: formatMoney(fare.amount_minor, fare.currency, locale) })
  }
  return [code, travel()].filter(Boolean).join(' · ')
}

/** Returns the details below the name: the town, and the reason for the match if the name does not show it. */
function noteOf({ city, match }: StationOption, { t, locale }: Format): string {
  const why = () => {
    if (!match || match.text === city) return null
    if (match.language !== null)
      return t('app.stations.inLanguage', { language: languageName(match.language, locale), text: match.text })
    if (match.as === 'spelling') return t('app.stations.spelling')
    return match.text === null ? null : t('app.stations.by', { text: match.text })
  }
  return [city, why()].filter(Boolean).join(' · ')
}

/** Returns the localized name of a language, by its ISO code or the code of a dictionary. */
function languageName(code: string, locale: string): string {
  const known = LANGUAGES.find((one) => one === code)
  return displayNames(locale, 'language').of(known ? new Intl.Locale(INTL_LOCALES[known]).language : code) ?? code
}
