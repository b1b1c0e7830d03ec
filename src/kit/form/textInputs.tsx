import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import Box from '@mui/material/Box'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { PasswordInput as RaPasswordInput, TextInput, type TextInputProps, useWrappedSource } from 'react-admin'
import { type FieldError, useFormState, useWatch } from 'react-hook-form'
import { LANGUAGES } from '../../../contract/core/languages'
import { FormColumns } from '../../ui/Column'
import { MONOSPACE } from '../../ui/theme/theme'
import { useFormat } from '../../ui/useFormat'
import { phoneFault, useCompanyPhones } from '../../ui/usePhones'
import { nameOfCode } from '../../providers/format/names'
import { languageInfo, toLanguage } from '../../providers/i18n/languages'
import { at } from '../paths'
import { type SourceProps, useField } from './useField'

type HtmlInput = NonNullable<NonNullable<TextInputProps['slotProps']>['htmlInput']>

/** Returns the attributes of an input element whose text is left to right in every language. */
const leftToRight = ({ isRequired }: SourceProps, more: HtmlInput = {}) => ({
  htmlInput: { dir: 'ltr', autoComplete: 'off', 'aria-required': isRequired, ...more },
})

const CODE = { '& input': { fontFamily: MONOSPACE } }

/** Input for text, with several lines if `multiline`. */
export const WordsInput = ({ multiline = false, ...props }: SourceProps & { multiline?: boolean | undefined }) => (
  <TextInput
    {...props}
    {...(multiline && { multiline, minRows: 3 })}
    slotProps={{ htmlInput: { 'aria-required': props.isRequired } }}
  />
)

/** Input for a code. @param props.upper converts the input to capitals */
export const CodeInput = ({ upper = false, ...props }: SourceProps & { upper?: boolean | undefined }) => (
  <TextInput
    {...props}
    parse={(text: string) => (upper ? text.toUpperCase() : text) || null}
    sx={CODE}
    slotProps={leftToRight(props, { spellCheck: false })}
  />
)

export const PlateInput = (props: SourceProps) => <CodeInput {...props} upper />

export const EmailInput = (props: SourceProps) => (
  <TextInput
    {...props}
    parse={(text: string) => text.trim() || null}
    slotProps={leftToRight(props, { inputMode: 'email' })}
  />
)

export const PasswordInput = (props: SourceProps) => (
  <RaPasswordInput {...props} slotProps={leftToRight(props, { autoComplete: 'new-password' })} />
)

/**
 * Input for a phone number, which may be national in the company's country. An unchanged stored number is always valid.
 */
export function PhoneInput(props: SourceProps) {
  const { t } = useFormat()
  const phones = useCompanyPhones()
  const path = useWrappedSource(props.source)
  const value: unknown = useWatch({ name: path })
  const { errors, touchedFields, defaultValues } = useFormState({ name: path })
  const isStored = value === at(defaultValues ?? {}, path)
  const isValidated = Boolean(at(touchedFields, path) ?? at(errors, path))
  const isFault = isValidated && !isStored && typeof value === 'string' && phones.parse(value) === null
  const fault = isFault ? phoneFault(t, phones) : undefined
  const { id, set, onBlur, box } = useField(props)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      {...box}
      id={id}
      value={typed ?? (typeof value === 'string' ? phones.write(value) : '')}
      onChange={({ target }) => {
        setTyped(target.value)
        set(phones.orTyped(target.value))
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
      error={box.error || fault !== undefined}
      helperText={fault ?? box.helperText}
      sx={{ '& input': { textAlign: 'left' } }}
      slotProps={leftToRight(props, { type: 'tel', required: false, placeholder: phones.example ?? undefined })}
    />
  )
}

const BLACK = '#000000'

/** Input for a colour, typed as `#1a7f5a` or picked. */
export function ColorInput(props: SourceProps) {
  const { value, set, label } = useField(props)
  const isColour = typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)
  return (
    <TextInput
      {...props}
      parse={(text: string) => text.toLowerCase() || null}
      sx={CODE}
      slotProps={{
        ...leftToRight(props),
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Box
                component="input"
                type="color"
                aria-label={label}
                value={isColour ? value : BLACK}
                onChange={(event) => set(event.target.value)}
                sx={{
                  width: 24,
                  height: 24,
                  p: 0,
                  border: 0,
                  borderRadius: 1,
                  background: 'none',
                  cursor: 'pointer',
                  // The browser's input shows black when it has no value.
                  ...(!isColour && {
                    border: '1px dashed',
                    borderColor: 'text.disabled',
                    '&::-webkit-color-swatch, &::-moz-color-swatch': { opacity: 0 },
                  }),
                }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/**
 * Input for text in several languages: English is always visible, the others one click away. Not react-admin's
 * `TranslatableInputs`, which has the same languages in every record and shows the errors of one language at a time.
 */
export function I18nInput({ multiline = false, ...props }: SourceProps & { multiline?: boolean | undefined }) {
  const { t, locale } = useFormat()
  const { id, value, set, onBlur, error, helperText, box } = useField(props)
  const path = useWrappedSource(props.source)
  const { errors } = useFormState({ name: path })
  const texts = (typeof value === 'object' && value !== null ? value : {}) as Record<string, string | null | undefined>
  const faultOf = (language: string) => (at(errors, `${path}.${language}`) as FieldError | undefined)?.message
  // Imported records may have texts in languages other than those of the product.
  const others = [...new Set([...LANGUAGES, ...Object.keys(texts)])].filter((language) => language !== 'en')
  const filled = others.filter((language) => texts[language]).length
  const [open, setOpen] = useState(false)
  const shown = open || others.some(faultOf)
  const change = (language: string, text: string) => {
    const { [language]: _, ...rest } = texts
    const next = text === '' ? rest : { ...rest, [language]: text }
    set(Object.keys(next).length === 0 ? null : next)
  }
  return (
    <Box>
      <TextField
        {...box}
        id={id}
        name={`${path}.en`}
        value={texts['en'] ?? ''}
        onChange={(event) => change('en', event.target.value)}
        onBlur={onBlur}
        error={Boolean(faultOf('en') ?? error)}
        helperText={faultOf('en') ?? error ?? helperText}
        multiline={multiline}
        {...(multiline ? { minRows: 2 } : {})}
        slotProps={{ htmlInput: { dir: 'auto', lang: 'en', required: false } }}
      />
      <Button
        onClick={() => setOpen(!shown)}
        aria-expanded={shown}
        endIcon={
          <ExpandMoreIcon sx={{ transform: shown ? 'rotate(180deg)' : 'none', transition: 'transform 150ms' }} />
        }
        sx={{ mt: 0.5, px: 1, minHeight: 28, fontSize: 'caption.fontSize' }}
      >
        {t('app.form.otherLanguages', { filled, total: others.length })}
      </Button>
      <Collapse in={shown} unmountOnExit>
        <FormColumns pt={2}>
          {others.map((language) => {
            const known = toLanguage(language)
            const tag = known ? languageInfo(known).tag : language
            return (
              <div key={language}>
                <TextField
                  name={`${path}.${language}`}
                  label={nameOfCode('language', tag, locale)}
                  value={texts[language] ?? ''}
                  onChange={(event) => change(language, event.target.value)}
                  error={Boolean(faultOf(language))}
                  multiline={multiline}
                  slotProps={{ htmlInput: { dir: 'auto', lang: tag } }}
                />
                {faultOf(language) && <FormHelperText error>{faultOf(language)}</FormHelperText>}
              </div>
            )
          })}
        </FormColumns>
      </Collapse>
    </Box>
  )
}
