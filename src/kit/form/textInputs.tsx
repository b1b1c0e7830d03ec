import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import { useState } from 'react'
import Box from '@mui/material/Box'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { type FieldError, useFormState, useWatch } from 'react-hook-form'
import { LANGUAGES } from '../../../contract/core/languages'
import { MONOSPACE } from '../../ui/theme/theme'
import { useFormat } from '../../ui/useFormat'
import { phoneFault, useCompanyPhones } from '../../ui/usePhones'
import { nameOfCode } from '../../providers/format/names'
import { languageInfo, toLanguage } from '../../providers/i18n/languages'
import type { FieldOf } from '../fields'
import { at } from '../paths'
import { BoxInput } from './BoxInput'
import { type InputProps, useField } from './useField'

export const TextInput = (props: InputProps<FieldOf<'text'>>) => (
  <BoxInput {...props} {...(props.field.multiline ? { multiline: true, minRows: 3 } : {})} />
)

export const ProseInput = (props: InputProps) => <BoxInput {...props} multiline minRows={3} />

export const CodeInput = (props: InputProps<FieldOf<'code'>>) => (
  <BoxInput
    {...props}
    monospaced={MONOSPACE}
    dir="ltr"
    htmlInput={{ autoComplete: 'off', spellCheck: false }}
    keep={(text) => (props.field.upper ? text.toUpperCase() : text) || null}
  />
)

export const PlateInput = (props: InputProps) => (
  <BoxInput
    {...props}
    monospaced={MONOSPACE}
    dir="ltr"
    htmlInput={{ autoComplete: 'off', spellCheck: false }}
    keep={(text) => text.toUpperCase() || null}
  />
)

export const EmailInput = (props: InputProps) => (
  <BoxInput
    {...props}
    dir="ltr"
    htmlInput={{ type: 'text', inputMode: 'email', autoComplete: 'off' }}
    keep={(text) => text.trim() || null}
  />
)

/** A phone number, which may be national for the company's country. An unchanged stored number is always valid. */
export function PhoneInput(props: InputProps) {
  const { t } = useFormat()
  const phones = useCompanyPhones()
  const value: unknown = useWatch({ name: props.path })
  const { errors, touchedFields, defaultValues } = useFormState({ name: props.path })
  const isStored = value === at(defaultValues ?? {}, props.path)
  const isLookedAt = Boolean(at(touchedFields, props.path) ?? at(errors, props.path))
  const isFault = isLookedAt && !isStored && typeof value === 'string' && phones.parse(value) === null
  return (
    <BoxInput
      {...props}
      dir="ltr"
      htmlInput={{ type: 'tel', autoComplete: 'off', placeholder: phones.example ?? undefined }}
      write={(number) => phones.write(String(number))}
      keep={phones.orTyped}
      fault={isFault ? phoneFault(t, phones) : undefined}
    />
  )
}

export function PasswordInput(props: InputProps) {
  const { t } = useFormat()
  const [shown, setShown] = useState(false)
  return (
    <BoxInput
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      htmlInput={{ autoComplete: 'new-password' }}
      end={
        <InputAdornment position="end">
          <IconButton
            aria-label={t(shown ? 'ra.input.password.toggle_visible' : 'ra.input.password.toggle_hidden')}
            onClick={() => setShown(!shown)}
          >
            {shown ? <VisibilityOffIcon fontSize="menu" /> : <VisibilityIcon fontSize="menu" />}
          </IconButton>
        </InputAdornment>
      }
    />
  )
}

const BLACK = '#000000'

/** A colour, typed as `#1a7f5a` or picked. */
export function ColorInput(props: InputProps) {
  const { value, set, label } = useField(props)
  const isColour = typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)
  return (
    <BoxInput
      {...props}
      monospaced={MONOSPACE}
      dir="ltr"
      keep={(text) => text.toLowerCase() || null}
      end={
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
              // Nothing chosen is not black.
              ...(!isColour && {
                border: '1px dashed',
                borderColor: 'text.disabled',
                '&::-webkit-color-swatch, &::-moz-color-swatch': { opacity: 0 },
              }),
            }}
          />
        </InputAdornment>
      }
    />
  )
}

/** Text in several languages: English always in sight, the others one click away. */
export function I18nInput(props: InputProps<FieldOf<'i18n'>>) {
  const { t, locale } = useFormat()
  const { id, value, set, onBlur, error, helperText, box } = useField(props)
  const { errors } = useFormState({ name: props.path })
  const texts = (typeof value === 'object' && value !== null ? value : {}) as Record<string, string | null | undefined>
  const faultOf = (language: string) => (at(errors, `${props.path}.${language}`) as FieldError | undefined)?.message
  // A record keeps the language that its data came in beside the product's own.
  const others = [...new Set([...LANGUAGES, ...Object.keys(texts)])].filter((language) => language !== 'en')
  const filled = others.filter((language) => texts[language]).length
  const [open, setOpen] = useState(false)
  const shown = open || others.some(faultOf)
  const change = (language: string, text: string) => {
    const { [language]: _, ...rest } = texts
    const next = text === '' ? rest : { ...rest, [language]: text }
    set(Object.keys(next).length === 0 ? null : next)
  }
  const multiline = props.field.multiline === true
  return (
    <Box>
      <TextField
        {...box}
        id={id}
        name={`${props.path}.en`}
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
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 3, pt: 2 }}>
          {others.map((language) => {
            const known = toLanguage(language)
            const tag = known ? languageInfo(known).tag : language
            return (
              <div key={language}>
                <TextField
                  name={`${props.path}.${language}`}
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
        </Box>
      </Collapse>
    </Box>
  )
}
