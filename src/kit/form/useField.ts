import { useGetValidationErrorMessage, useInput, useTranslate, useTranslateLabel, type InputProps } from 'react-admin'

/** Props of an input, with the meaning that they have for react-admin's own inputs. */
export type SourceProps = Pick<InputProps, 'source' | 'resource' | 'label' | 'helperText' | 'isRequired' | 'validate'>

const asIs = (value: unknown) => value
/** Marks an error of react-admin's validators, which is a translation key with its arguments as JSON. */
const VALIDATOR_ERROR = '@@react-admin@@'
type ValidatorError = Parameters<ReturnType<typeof useGetValidationErrorMessage>>[0]

/** Returns the value, label and error of an input, and the props of its text field. */
export function useField({ label, resource, helperText: hint, ...props }: SourceProps) {
  const t = useTranslate()
  const translateLabel = useTranslateLabel()
  const validatorMessage = useGetValidationErrorMessage()
  const { id, field, fieldState, isRequired } = useInput({ ...props, format: asIs, parse: asIs })
  const error = fieldState.error?.message ?? fieldState.error?.root?.message
  const message = error?.startsWith(VALIDATOR_ERROR)
    ? validatorMessage(JSON.parse(error.slice(VALIDATOR_ERROR.length)) as ValidatorError)
    : error
  const shownLabel = translateLabel({ source: props.source, resource, label })
  const helperText = message ?? (typeof hint === 'string' ? t(hint, { _: hint }) : undefined)
  return {
    id,
    value: field.value as unknown,
    set: (value: unknown) => field.onChange(value),
    onBlur: () => field.onBlur(),
    label: typeof shownLabel === 'string' ? shownLabel : '',
    error: message,
    helperText,
    box: {
      name: field.name,
      inputRef: field.ref,
      label: shownLabel,
      required: isRequired,
      error: message !== undefined,
      helperText,
    },
  }
}
