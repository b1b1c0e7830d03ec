import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { useGetList } from 'react-admin'
import { isCounted } from '../../../../contract/entities/addon-units'
import type { Addon } from '../../../../contract/entities/addon'
import { formatBasisPoints, formatMoney } from '../../../providers/format/money'
import { Muted } from '../../../ui/Muted'
import { useFormat, type Format } from '../../../ui/useFormat'
import { Card } from '../../../kit/RecordSections'
import { textIn } from '../../../kit/text'
import { choiceKey } from '../../../kit/vocabularies'
import { SecondaryText } from '../../../ui/Text'
import { backOf, type Extras } from './deskTypes'
import { Column } from '../../../ui/Column'

const ADDONS = 50
const MOST = 100
const CODE = /^[A-Z0-9][A-Z0-9_-]{1,31}$/

/** An add-on that is not counted per piece can be added once. */
const mostOf = (addon: Addon): number => (isCounted(addon) ? (addon.max_per_reservation ?? MOST) : 1)

/** Whether a leg on one of the routes offers an add-on. */
const isOffered = ({ route_ids }: Addon, routeIds: readonly string[]): boolean =>
  route_ids.length === 0 || routeIds.some((id) => route_ids.includes(id))

interface ExtrasCardProps {
  extras: Extras
  onChange: (extras: Extras) => void
  /** Routes of the chosen departures by direction; none while none is chosen. `back` is null without a return leg. */
  routeIds: { out: readonly string[]; back: readonly string[] | null }
  notes: string
  onNotes: (notes: string) => void
}

/** Matching add-ons, a promotion code and notes of the sale. */
export function ExtrasCard({ extras, onChange, routeIds: { out, back }, notes, onNotes }: ExtrasCardProps) {
  const format = useFormat()
  const { t, language } = format
  const { data } = useGetList<Addon>('addons', {
    pagination: { page: 1, perPage: ADDONS },
    sort: { field: 'code', order: 'ASC' },
    filter: { status: 'active' },
  })
  const fitting = (data ?? []).filter(
    (addon) => !addon.mandatory && (isOffered(addon, out) || isOffered(addon, back ?? [])),
  )
  return (
    <Card title={t('app.desk.extras')}>
      <Column>
        {fitting.length > 0 && (
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
              columnGap: 6,
              rowGap: 2,
            }}
          >
            {fitting.map((addon) => {
              const name = textIn(addon.name, language)
              return (
                <Box key={addon.id} sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
                  <Box sx={{ flex: 1, minWidth: 0, fontSize: 'body2.fontSize' }}>
                    {name} <Muted>{priceOf(addon, format)}</Muted>
                  </Box>
                  {isOffered(addon, out) && (
                    <AddonBox
                      label={back ? `${name}, ${t(choiceKey('legDirections', 'outbound'))}` : name}
                      caption={back ? t(choiceKey('legDirections', 'outbound')) : undefined}
                      addon={addon}
                      count={extras.addons[addon.id] ?? 0}
                      onChange={(count) => onChange({ ...extras, addons: { ...extras.addons, [addon.id]: count } })}
                    />
                  )}
                  {back && isOffered(addon, back) && (
                    <AddonBox
                      label={`${name}, ${t(choiceKey('legDirections', 'return'))}`}
                      caption={t(choiceKey('legDirections', 'return'))}
                      addon={addon}
                      count={backOf(extras, addon.id)}
                      onChange={(count) => onChange({ ...extras, back: { ...extras.back, [addon.id]: count } })}
                    />
                  )}
                </Box>
              )
            })}
          </Box>
        )}
        <PromoForm applied={extras.promo} onApply={(promo) => onChange({ ...extras, promo })} />
        <TextField
          multiline
          maxRows={4}
          label={t('resources.reservations.fields.customer_notes')}
          value={notes}
          onChange={(event) => onNotes(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 5000 }, inputLabel: { shrink: true } }}
        />
      </Column>
    </Card>
  )
}

interface AddonBoxProps {
  label: string
  /** Caption above the box, when there is one box for each direction. */
  caption: string | undefined
  addon: Addon
  count: number
  onChange: (count: number) => void
}

function AddonBox({ label, caption, addon, count, onChange }: AddonBoxProps) {
  const most = mostOf(addon)
  return (
    <Box sx={{ width: 72, flex: 'none' }}>
      {caption && (
        <SecondaryText size="caption" aria-hidden>
          {caption}
        </SecondaryText>
      )}
      <TextField
        type="number"
        value={String(count)}
        onFocus={(event) => (event.target as HTMLInputElement).select()}
        onChange={(event) => {
          const next = Math.trunc(Number(event.target.value))
          if (next >= 0 && next <= most) onChange(next)
        }}
        slotProps={{ htmlInput: { 'aria-label': label, min: 0, max: most } }}
      />
    </Box>
  )
}

function priceOf({ amount_minor, currency, percent_bp }: Addon, { locale }: Format): string {
  if (percent_bp !== null) return formatBasisPoints(percent_bp, locale)
  return amount_minor !== null && currency ? formatMoney(amount_minor, currency, locale) : ''
}

/** A promotion code takes effect when it is applied, so that the price does not flicker while typing. */
function PromoForm({ applied, onApply }: { applied: string | null; onApply: (promo: string | null) => void }) {
  const { t } = useFormat()
  const [typed, setTyped] = useState(applied ?? '')
  const code = typed.trim().toUpperCase()
  const isWrong = code !== '' && !CODE.test(code)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) onApply(code || null)
  }
  return (
    <Box component="form" onSubmit={apply} sx={{ display: 'flex', gap: 2, alignItems: 'end' }}>
      <TextField
        label={t('resources.reservations.fields.promo_code')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isWrong}
        slotProps={{
          htmlInput: { dir: 'ltr', maxLength: 32, autoComplete: 'off', style: { textTransform: 'uppercase' } },
          inputLabel: { shrink: true },
        }}
      />
      <Button type="submit" variant="outlined" disabled={isWrong || code === (applied ?? '')}>
        {t('app.desk.apply')}
      </Button>
    </Box>
  )
}
