import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNotify } from 'react-admin'
import type { Company } from '../../../contract/operations/company'
import { TAX_MODES } from '../../../contract/core/vocabulary'
import { LANGUAGES } from '../../../contract/core/languages'
import { useMay } from '../../providers/auth/useSession'
import { problemOf, statusOf } from '../../providers/http/problem'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { FormColumns } from '../../ui/Column'
import { useSubmission } from '../../ui/useSubmission'
import { messageOf } from '../../ui/fieldTexts'
import { problemText } from '../../ui/problemText'
import { UnsavedGuard } from '../../ui/UnsavedGuard'
import { useFormat } from '../../ui/useFormat'
import { PhoneBox } from '../../ui/PhoneBox'
import { useCompanyPhones } from '../../ui/usePhones'
import { COUNTRIES } from '../../kit/codes'
import { nameOfCode } from '../../providers/format/names'
import { Card } from '../../kit/RecordSections'
import { changesOf, formOf, RANGES, saveCompany, type CompanyForm } from './companyForm'
import { AccountBoxes, MoneyBoxes } from './MoneyBoxes'
import { PolicySteps } from './PolicySteps'
import { RetentionBoxes } from './RetentionBoxes'

type TextName = Exclude<keyof CompanyForm, 'steps' | 'account_codes'>
const ZONES = Intl.supportedValuesOf('timeZone')
/** Form fields with a different name on the server. */
const SERVER_NAMES: Partial<Record<TextName, string>> = {
  fare_tax: 'fare_tax_bp',
  price_increment: 'price_increment_minor',
  refund_limit: 'refund_limit_minor',
}

/** Form of the settings; its fields are disabled for users who may not change them. */
export function CompanySettings({ company }: { company: Company }) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const queries = useQueryClient()
  const mayEdit = useMay('edit', 'pricing-rules')
  const phones = useCompanyPhones()
  const [form, setForm] = useState(() => formOf(company, format.locale))
  const { busy, refusal, run } = useSubmission()
  const errors: Record<string, unknown> = problemOf(refusal).errors ?? {}
  const changes = changesOf(form, company, { orTyped: phones.orTyped, locale: format.locale })
  const isChanged = Object.keys(changes).length > 0
  const set = (change: Partial<CompanyForm>) => setForm((before) => ({ ...before, ...change }))
  const box = (name: TextName) => {
    const error = messageOf(errors[SERVER_NAMES[name] ?? name])
    return {
      label: t(`app.company.fields.${name}`),
      value: form[name],
      onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
      disabled: !mayEdit,
      error: error !== undefined,
      helperText: error ?? t(`app.company.hints.${name}`, RANGES[name]),
    }
  }
  const save = async () => {
    const saved = await saveCompany(changes, company.version)
    notify(t('app.company.saved'), { type: 'success' })
    queries.setQueryData(['company'], saved)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) void run(save)
  }
  const isStale = statusOf(refusal) === 412
  return (
    <form noValidate onSubmit={submit}>
      <UnsavedGuard when={isChanged} />
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 860 }}>
        {!mayEdit && <Alert severity="info">{t('app.company.readOnly')}</Alert>}
        {refusal !== null && (
          <Alert
            severity="error"
            action={
              isStale && (
                <Button color="inherit" onClick={() => void queries.invalidateQueries({ queryKey: ['company'] })}>
                  {t('app.company.readAgain')}
                </Button>
              )
            }
          >
            {problemText(refusal, format)}
          </Alert>
        )}
        <Card title={t('app.company.identity')}>
          <FormColumns>
            <TextField required {...box('name')} />
            <TextField select {...box('locale')}>
              {LANGUAGES.map((code) => (
                <MenuItem key={code} value={code} lang={LANGUAGE_TABLE[code].tag}>
                  {LANGUAGE_TABLE[code].name}
                </MenuItem>
              ))}
            </TextField>
            <Autocomplete
              options={ZONES.includes(form.timezone) ? ZONES : [form.timezone, ...ZONES]}
              value={form.timezone}
              onChange={(_, timezone) => set({ timezone })}
              disableClearable
              disabled={!mayEdit}
              renderInput={(params) => {
                const { label, error, helperText } = box('timezone')
                return <TextField {...params} label={label} error={error} helperText={helperText} />
              }}
            />
            <Autocomplete
              options={COUNTRIES()}
              getOptionLabel={(code) => nameOfCode('region', code, format.locale)}
              value={form.country || null}
              onChange={(_, country) => set({ country: country ?? '' })}
              disabled={!mayEdit}
              renderInput={(params) => {
                const { label, error, helperText } = box('country')
                return <TextField {...params} label={label} error={error} helperText={helperText} />
              }}
            />
            <TextField
              label={t('app.company.currency')}
              value={company.currency}
              disabled
              helperText={t('app.company.currencyHint')}
            />
          </FormColumns>
        </Card>
        <Card title={t('app.company.contact')}>
          <FormColumns>
            <TextField type="email" {...box('contact_email')} slotProps={{ htmlInput: { dir: 'ltr' } }} />
            <PhoneBox {...box('contact_phone')} phones={phones} onType={(contact_phone) => set({ contact_phone })} />
          </FormColumns>
        </Card>
        <Card title={t('app.company.prices')}>
          <FormColumns>
            <TextField {...box('fare_tax')} slotProps={{ htmlInput: { inputMode: 'decimal' } }} />
            <TextField select {...box('tax_mode')}>
              {TAX_MODES.map((mode) => (
                <MenuItem key={mode} value={mode}>
                  {t(`choices.taxModes.${mode}`)}
                </MenuItem>
              ))}
            </TextField>
            <TextField {...box('price_increment')} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
          </FormColumns>
        </Card>
        <Card title={t('app.company.cancellation')}>
          <PolicySteps
            steps={form.steps}
            disabled={!mayEdit}
            errors={errors['cancellation_policy']}
            onChange={(steps) => set({ steps })}
          />
          <FormColumns>
            <TextField select {...box('rebooking_allowed')}>
              {(['no', 'yes'] as const).map((answer) => (
                <MenuItem key={answer} value={answer}>
                  {t(`app.company.rebooking.${answer}`)}
                </MenuItem>
              ))}
            </TextField>
          </FormColumns>
        </Card>
        <Card title={t('app.company.money')}>
          <FormColumns>
            <MoneyBoxes box={box} />
          </FormColumns>
        </Card>
        <Card title={t('app.company.accountsTitle')}>
          <AccountBoxes
            codes={form.account_codes}
            disabled={!mayEdit}
            errors={errors['account_codes']}
            onChange={(account_codes) => set({ account_codes })}
          />
        </Card>
        <Card title={t('app.company.retention.title')}>
          <FormColumns>
            <RetentionBoxes box={box} saved={company.customers_kept_months} />
          </FormColumns>
        </Card>
        <Card title={t('app.backups.schedule')}>
          <FormColumns>
            <BackupBoxes box={box} />
          </FormColumns>
        </Card>
        {mayEdit && (
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
            <Button disabled={!isChanged || busy} onClick={() => setForm(formOf(company, format.locale))}>
              {t('app.company.discard')}
            </Button>
            <Button type="submit" variant="contained" disabled={!isChanged} loading={busy}>
              {t('ra.action.save')}
            </Button>
          </Box>
        )}
      </Box>
    </form>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Hour of the scheduled backup, and the number of backups to retain. */
function BackupBoxes({ box }: { box: (name: 'backup_hour' | 'backups_kept') => TextFieldProps }) {
  const { t } = useFormat()
  return (
    <>
      <TextField
        select
        {...box('backup_hour')}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('app.backups.off')}</MenuItem>
        {HOURS.map((hour) => (
          <MenuItem key={hour} value={String(hour)}>
            <bdi>{`${String(hour).padStart(2, '0')}:00`}</bdi>
          </MenuItem>
        ))}
      </TextField>
      <TextField {...box('backups_kept')} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
    </>
  )
}
