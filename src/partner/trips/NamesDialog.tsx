import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { PartnerTripDetail, TripUpdateBody } from '../../../contract/partner/trips'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { usePhones } from '../../ui/usePhones'
import { updateTrip } from './tripCalls'

interface NamesDialogProps {
  trip: PartnerTripDetail
  onDone: () => void
  onClose: () => void
}

type Draft = Record<'lead_name' | 'lead_phone' | 'lead_email' | 'flight' | 'customer_notes', string>

const LABELS: Record<keyof Draft, string> = {
  lead_name: 'leadName',
  lead_phone: 'phone',
  lead_email: 'email',
  flight: 'flight',
  customer_notes: 'notes',
}

const orNull = (text: string) => text.trim() || null

/** Dialog for names, contact, flight and notes, which do not affect the price. */
export function NamesDialog({ trip, onDone, onClose }: NamesDialogProps) {
  const { t } = useFormat()
  // Partners sell in all countries.
  const phones = usePhones(null)
  const before: Draft = {
    lead_name: trip.lead_name,
    lead_phone: trip.lead_phone ?? '',
    lead_email: trip.lead_email ?? '',
    flight: trip.flight?.number ?? '',
    customer_notes: trip.customer_notes ?? '',
  }
  const [draft, setDraft] = useState(before)
  const [names, setNames] = useState<Record<number, string>>({})
  const save = async () => {
    const flight = draft.flight.trim().toUpperCase().replaceAll(' ', '')
    const body: TripUpdateBody = {
      lead_name: draft.lead_name.trim(),
      lead_phone: phones.orTyped(draft.lead_phone),
      lead_email: orNull(draft.lead_email),
      customer_notes: orNull(draft.customer_notes),
      ...(flight !== before.flight && {
        flight:
          flight === ''
            ? null
            : {
                number: flight,
                airport_iata: trip.flight?.airport_iata ?? null,
                scheduled_at: trip.flight?.scheduled_at ?? null,
              },
      }),
      passengers: Object.entries(names).map(([position, name]) => ({ position: Number(position), name: orNull(name) })),
    }
    await updateTrip(trip, body)
    onDone()
  }
  return (
    <TaskDialog
      title={t('app.portal.trip.names')}
      text={t('app.portal.names.text')}
      action={t('ra.action.save')}
      ready={draft.lead_name.trim() !== ''}
      onConfirm={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {(Object.keys(LABELS) as (keyof Draft)[]).map((field) => (
            <TextField
              key={field}
              label={t(`app.portal.field.${LABELS[field]}`)}
              value={draft[field]}
              multiline={field === 'customer_notes'}
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
              error={errors[field] !== undefined}
              helperText={typeof errors[field] === 'string' ? errors[field] : undefined}
            />
          ))}
          {trip.passengers
            .filter(({ status }) => status === 'booked')
            .map(({ position, name, category }) => (
              <TextField
                key={position}
                label={t('app.portal.names.passenger', {
                  number: position,
                  category: t(`choices.passengerCategories.${category}`),
                })}
                value={names[position] ?? name ?? ''}
                onChange={(event) => setNames({ ...names, [position]: event.target.value })}
                slotProps={{ htmlInput: { maxLength: 120 } }}
              />
            ))}
        </>
      )}
    </TaskDialog>
  )
}
