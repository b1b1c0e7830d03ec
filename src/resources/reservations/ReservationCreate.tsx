import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { CreateBase } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { RESERVATION_KINDS } from '../../../contract/vocabulary'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { FieldGrid, GroupInput, RowsInput } from '../builder/form/nestedInputs'
import { FormSection, RecordForm } from '../builder/form/RecordForm'
import { useSaved } from '../builder/form/useSaved'
import type { AnyField } from '../builder/fields'
import { resourceName } from '../builder/labels'
import { specOf } from '../builder/registry'
import { fieldOf } from '../builder/resource'
import { useEntity } from '../builder/useEntity'
import { choiceKey } from '../builder/vocabularies'
import { CustomerInput } from './CustomerInput'
import { LegInput } from './LegInput'

const NO_PLACE = { station_id: null, address: null }
const NEW_HIRE = {
  pickup: NO_PLACE,
  dropoff: NO_PLACE,
  via: [],
  starts_at: null,
  ends_at: null,
  distance_km: null,
  vehicle_type_id: null,
  passengers: 1,
  luggage_units: 0,
}
const NEW_PASSENGER = { category: 'adult', name: null, needs: [] }
const STARTING = { passengers: [NEW_PASSENGER] }

/** Fields of the reservation's spec by name, as they are drawn there. */
function fields(...sources: string[]): AnyField[] {
  return sources.flatMap((source) => fieldOf(specOf('reservations'), source) ?? [])
}

/** Books seats on a journey, or a whole vehicle: who, what, for whom, how it is paid. */
export default function ReservationCreate() {
  const { t } = useFormat()
  const spec = specOf('reservations')
  const entity = useEntity(spec)
  const [problem, setProblem] = useState<unknown>(null)
  const onSuccess = useSaved(spec, 'create')
  return (
    <CreateBase resource="reservations" redirect="show" mutationOptions={{ onSuccess, onError: setProblem }}>
      <PageHeader
        title={t('resources.reservations.page.create')}
        back={{ to: '/reservations', label: resourceName(t, 'reservations') }}
      />
      <RecordForm
        spec={spec}
        entity={entity}
        mode="create"
        problem={problem}
        cancelTo="/reservations"
        starting={STARTING}
      >
        <FormSection name="travel">
          <KindSwitch />
          <TravelInput />
        </FormSection>
        <FormSection name="passengers">
          <PassengersInput />
        </FormSection>
        <FormSection name="party">
          <Box sx={{ mb: 4 }}>
            <CustomerInput />
          </Box>
          <FieldGrid fields={fields('lead_name', 'lead_phone', 'lead_email', 'locale')} />
        </FormSection>
        <FormSection name="booking">
          <FieldGrid
            fields={fields(
              'status',
              'channel',
              'payment_method',
              'partner_id',
              'partner_reference',
              'flight',
              'customer_notes',
              'internal_notes',
            )}
          />
        </FormSection>
      </RecordForm>
    </CreateBase>
  )
}

/** Seats or a whole vehicle; what belongs to the other kind goes. */
function KindSwitch() {
  const { t } = useFormat()
  const { setValue } = useFormContext()
  const kind: unknown = useWatch({ name: 'kind' })
  const choose = (next: string | null) => {
    if (!next) return
    const change = { shouldDirty: true }
    setValue('kind', next, change)
    setValue('legs', [], change)
    setValue('hire', next === 'private_hire' ? NEW_HIRE : null, change)
  }
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={kind}
      aria-label={t('resources.reservations.fields.kind')}
      onChange={(_event, next: string | null) => choose(next)}
      sx={{ mb: 4 }}
    >
      {RESERVATION_KINDS.map((value) => (
        <ToggleButton key={value} value={value} sx={{ textTransform: 'none', px: 4, height: 34 }}>
          {t(choiceKey('reservationKinds', value))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

function TravelInput() {
  const kind: unknown = useWatch({ name: 'kind' })
  const hire = fieldOf(specOf('reservations'), 'hire')
  if (kind !== 'private_hire') return <LegInput />
  return hire?.kind === 'group' ? <GroupInput field={{ ...hire, optional: false }} path="hire" /> : null
}

function PassengersInput() {
  const field = fieldOf(specOf('reservations'), 'passengers')
  return field?.kind === 'rows' ? (
    <RowsInput field={{ ...field, initial: NEW_PASSENGER }} path="passengers" bare />
  ) : null
}
