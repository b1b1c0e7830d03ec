import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FieldError } from 'react-hook-form'
import { useFormState } from 'react-hook-form'
import { LANGUAGES } from '../../../contract/core/vocabulary'
import { nameOfCode } from '../../providers/format/names'
import { languageInfo, toLanguage } from '../../providers/i18n/languages'
import { useFormat } from '../../ui/useFormat'
import type { FieldOf } from '../fields'
import { at } from '../paths'
import { useField, type InputProps } from './useField'

/** Text in several languages: English always in sight, the others one click away. */
export function I18nInput(props: InputProps<FieldOf<'i18n'>>) {
  const { t, locale } = useFormat()
  const { id, value, set, onBlur, ref, label, error, helperText } = useField(props)
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
        id={id}
        name={`${props.path}.en`}
        inputRef={ref}
        label={label}
        required={props.field.required === true}
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
