import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Departure } from '../../../../contract/operations/desk'
import { HOLD_DEFAULT_MIN } from '../../../../contract/core/limits/holds'
import { formatMinutes } from '../../../providers/format/durations'
import { problemOf } from '../../../providers/http/problem'
import { messageOf } from '../../../ui/fieldTexts'
import { Instant } from '../../../ui/Instant'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { textIn } from '../../../kit/text'
import { call, type BodyOf } from '../../../providers/http/call'
import { DEPARTURES, sendOnce } from './deskApi'
import { PhoneBox } from '../../../ui/PhoneBox'
import { useCompanyPhones } from '../../../ui/usePhones'
import type { Caller } from './deskTypes'
import { Text } from '../../../ui/Text'

interface WaitingDialogProps {
  departure: Departure
  caller: Caller
  passengers: BodyOf<'POST /journeys/:id/waiting-list'>['passengers']
  onJoined: (departure: Departure) => void
  onClose: () => void
}

const BOXES = ['lead_name', 'lead_phone', 'lead_email'] as const
/** Fields that the desk fills in; the dialog has no boxes for them. */
const PARTY = ['passengers', 'customer_id'] as const

/** Adds a caller and their passengers to the waiting list of a departure, and explains the next steps. */
export function WaitingDialog({ departure, caller, passengers, onJoined, onClose }: WaitingDialogProps) {
  const { t, language, locale } = useFormat()
  const notify = useNotify()
  const phones = useCompanyPhones()
  const queries = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const [draft, setDraft] = useState({
    lead_name: caller.name.trim(),
    lead_phone: caller.phone.trim(),
    lead_email: caller.email.trim(),
  })
  const { journey_id, board_seq, alight_seq } = departure
  const join = async () => {
    const request: BodyOf<'POST /journeys/:id/waiting-list'> = {
      board_seq,
      alight_seq,
      passengers,
      lead_name: draft.lead_name.trim(),
      lead_phone: phones.orTyped(draft.lead_phone),
      lead_email: draft.lead_email.trim() || null,
      locale: caller.locale,
      customer_id: caller.customerId,
    }
    try {
      await sendOnce(request, keys.current, (body, once) =>
        call('POST /journeys/:id/waiting-list', { params: { id: journey_id }, body, once }),
      )
    } catch (error) {
      if (problemOf(error).code !== 'invalid_state') throw error
      void queries.invalidateQueries({ queryKey: DEPARTURES })
      throw new Error('app.waiting.free', { cause: error })
    }
    notify(t('app.waiting.done', { name: request.lead_name }), { type: 'success' })
    onJoined(departure)
    onClose()
  }
  return (
    <TaskDialog
      title={t('app.waiting.title')}
      text={t('app.waiting.text', { time: formatMinutes(HOLD_DEFAULT_MIN, locale) })}
      action={t('app.waiting.join')}
      ready={draft.lead_name.trim() !== ''}
      onConfirm={join}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Text size="body2">
            <Instant value={departure.departs_at} zone={departure.board_timezone} />{' '}
            {`${textIn(departure.board_name, language)} – ${textIn(departure.alight_name, language)}, `}
            {t('app.reservation.seats', { smart_count: departure.seats_needed })}
          </Text>
          {PARTY.map((name) => messageOf(errors[name])).map(
            (message) =>
              message && (
                <FormHelperText key={message} error>
                  {message}
                </FormHelperText>
              ),
          )}
          {BOXES.map((name) => {
            const box = {
              label: t(`resources.reservations.fields.${name}`),
              value: draft[name],
              error: errors[name] !== undefined,
              helperText: messageOf(errors[name]),
            }
            const type = (text: string) => setDraft({ ...draft, [name]: text })
            return name === 'lead_phone' ? (
              <PhoneBox key={name} {...box} phones={phones} onType={type} />
            ) : (
              <TextField
                key={name}
                {...box}
                required={name === 'lead_name'}
                autoFocus={name === 'lead_name'}
                onChange={(event) => type(event.target.value)}
                slotProps={{
                  htmlInput: { autoComplete: 'off', ...(name === 'lead_name' ? {} : { dir: 'ltr' }) },
                  inputLabel: { shrink: true },
                }}
              />
            )
          })}
        </>
      )}
    </TaskDialog>
  )
}
