import { TextArrayField } from 'react-admin'
import { nameOfCode } from '../../providers/format/names'
import { Muted } from '../../ui/Muted'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { choiceKey, type Vocabulary } from '../vocabularies'
import { formattedField, listField, nothing, useText, type ValueProps } from './field'

interface ChoiceFieldProps extends ValueProps {
  /** Closed list of values of the field. */
  vocabulary: Vocabulary
}

/** Value of a vocabulary. React-admin's `SelectField` would not show a value that only a newer server knows. */
export function ChoiceField({ vocabulary, ...props }: ChoiceFieldProps) {
  const { t } = useFormat()
  const value = useText(props)
  return value === null ? nothing(props) : t(choiceKey(vocabulary, value))
}

/** Values of a vocabulary. */
export const ChoicesField = listField((values, { t }, { vocabulary }: Pick<ChoiceFieldProps, 'vocabulary'>) =>
  values.map((value) => t(choiceKey(vocabulary, value))),
)

/** Status as an icon and a label. @param filled whether it has a background, for the head of a page */
export function StatusField({ vocabulary, filled = false, ...props }: ChoiceFieldProps & { filled?: boolean }) {
  const { t } = useFormat()
  const value = useText(props)
  if (value === null) return nothing(props)
  return <StatusMark value={value} label={t(choiceKey(vocabulary, value))} filled={filled} bare={props.bare ?? false} />
}

/** Yes or no as words. React-admin's `BooleanField` shows icons without words. */
export function YesNoField(props: ValueProps) {
  const { t } = useFormat()
  const value = useText(props)
  if (value === null) return nothing(props)
  return value === 'true' ? t('ra.boolean.true') : <Muted bare={props.bare ?? false}>{t('ra.boolean.false')}</Muted>
}

/** Free words as chips. */
export function TagsField(props: ValueProps) {
  const { source, record } = props
  if (useText(props) === null) return nothing(props)
  return <TextArrayField source={source} {...(record && { record })} sx={{ display: 'inline-flex' }} />
}

/** Name of a country by its code. */
export const CountryField = formattedField((value, { locale }) => nameOfCode('region', value, locale))

/** Name of a language by its code. */
export const LanguageField = formattedField((value, { locale }) => nameOfCode('language', value, locale))

/** Names of languages by their codes. */
export const LanguagesField = listField((codes, { locale }) =>
  codes.map((code) => nameOfCode('language', code, locale)),
)
