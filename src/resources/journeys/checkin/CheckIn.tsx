import QrCodeScannerIcon from '@mui/icons-material/QrCodeScanner'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import InputAdornment from '@mui/material/InputAdornment'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState, type FormEvent } from 'react'
import type { Journey } from '../../../../contract/entities/journey'
import type { ManifestParty, ManifestPassenger } from '../../../../contract/operations/manifest'
import { fold } from '../../../../contract/core/fold'
import type { ScanAnswer } from '../../../../contract/operations/tickets'
import { formatTime } from '../../../providers/format/dates'
import { formatMoney } from '../../../providers/format/money'
import { PageHeader } from '../../../ui/PageHeader'
import { onDemand } from '../../../ui/onDemand'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { RecordLink } from '../../../kit/RecordLink'
import { recordPath } from '../../../kit/recordPaths'
import { choiceKey } from '../../../kit/vocabularies'
import { byStop, countAboard, travelling } from '../manifest/parties'
import { PassengerRow } from './PassengerRow'
import { useCheckIn, type Mode } from './useCheckIn'
import { PlainList } from '../../../ui/Rows'
import { SecondaryText, Text } from '../../../ui/Text'
import { WrappingRow } from '../../../ui/Column'

const Scanner = onDemand(() => import('./Scanner'))

/** A ticket code has three parts; other texts search the list. */
const isTicket = (text: string) => /^\S+\.\S+\.\S+$/.test(text.trim())
const BACK_POSSIBLE: readonly string[] = ['checked_in', 'boarded']

/** Check-in on a phone: passengers by boarding stop, checked in by tap or ticket. */
export default function CheckIn({ journey }: { journey: Journey }) {
  const format = useFormat()
  const { t, locale } = format
  const checkIn = useCheckIn(journey)
  const [typed, setTyped] = useState('')
  const [missingOnly, setMissingOnly] = useState(false)
  const [scanning, setScanning] = useState(false)
  const calls = journey.calls ?? []
  const { aboard, all } = countAboard(checkIn.manifest?.parties ?? [])
  const q = fold(isTicket(typed) ? '' : typed.trim())
  const isShown = (party: ManifestParty, passenger: ManifestPassenger) =>
    (!missingOnly || passenger.status !== 'boarded') &&
    (q === '' || fold([passenger.name, party.lead_name, party.reference].join(' ')).includes(q))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTicket(typed)) return
    void checkIn.read(typed.trim())
    setTyped('')
  }
  const hasLeft = (seq: number) => calls.find((call) => call.seq === seq)?.actual_depart !== null
  return (
    <Box sx={{ maxWidth: 640, mx: 'auto' }}>
      <PageHeader
        title={t('app.operations.checkIn.title', { code: journey.code })}
        subtitle={t('app.operations.manifest.aboard', { aboard, all })}
        back={{ to: recordPath('journeys', journey.id), label: journey.code }}
      />
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 3, mb: 4 }}>
        <ToggleButtonGroup
          exclusive
          fullWidth
          aria-label={t('app.operations.checkIn.tap')}
          value={checkIn.mode}
          onChange={(_event, mode: Mode | null) => mode && checkIn.setMode(mode)}
        >
          <ToggleButton value="check_in">{t('app.operations.checkIn.checkIn')}</ToggleButton>
          <ToggleButton value="board">{t('app.operations.checkIn.board')}</ToggleButton>
        </ToggleButtonGroup>
        <TextField
          label={t('app.operations.checkIn.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{
            htmlInput: { autoComplete: 'off', autoCapitalize: 'characters', enterKeyHint: 'done' },
            input: {
              endAdornment: isTicket(typed) && (
                <InputAdornment position="end">
                  <Button type="submit">{t('app.operations.checkIn.read')}</Button>
                </InputAdornment>
              ),
            },
          }}
        />
        <WrappingRow>
          <Chip
            label={t('app.operations.checkIn.missing', { count: all - aboard })}
            aria-pressed={missingOnly}
            color={missingOnly ? 'primary' : 'default'}
            variant={missingOnly ? 'filled' : 'outlined'}
            onClick={() => setMissingOnly(!missingOnly)}
          />
          <Button variant="outlined" startIcon={<QrCodeScannerIcon />} onClick={() => setScanning(!scanning)}>
            {t(scanning ? 'app.operations.checkIn.stop' : 'app.operations.checkIn.scan')}
          </Button>
        </WrappingRow>
        {scanning && <Scanner onRead={(payload) => void checkIn.read(payload)} />}
        {checkIn.answer && <ScanResult answer={checkIn.answer} />}
      </Box>
      {checkIn.error && <Alert severity="error">{problemText(checkIn.error, format)}</Alert>}
      {!checkIn.manifest && !checkIn.error && <Skeleton height={240} />}
      {checkIn.manifest && all === 0 && <SecondaryText>{t('app.operations.manifest.empty')}</SecondaryText>}
      {checkIn.manifest &&
        byStop(checkIn.manifest, calls).map(({ call, parties }) => {
          const shown = parties.flatMap((party) =>
            travelling(party)
              .filter((passenger) => isShown(party, passenger))
              .map((passenger) => ({ party, passenger })),
          )
          if (shown.length === 0) return null
          return (
            <Paper key={call.seq} component="section" variant="outlined" sx={{ mb: 4 }}>
              <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, p: 3, fontWeight: 600 }}>
                <RecordLink resource="stations" id={call.station_id} />
                <span>
                  {formatTime(call.expected_depart ?? call.planned_depart, { locale, zone: journey.timezone })}
                </span>
              </Box>
              <PlainList>
                {shown.map(({ party, passenger }) => {
                  const next = checkIn.next(passenger)
                  const canUndo = BACK_POSSIBLE.includes(passenger.status) && !hasLeft(call.seq)
                  return (
                    <PassengerRow
                      key={party.reservation_id + String(passenger.position)}
                      party={party}
                      passenger={passenger}
                      action={next && t(`app.operations.checkIn.${next === 'board' ? 'board' : 'checkIn'}`)}
                      onTap={() => next && checkIn.step(party, passenger, next)}
                      onUndo={canUndo ? () => checkIn.step(party, passenger, 'undo-check-in') : undefined}
                    />
                  )
                })}
              </PlainList>
            </Paper>
          )
        })}
    </Box>
  )
}

/** Passenger of a scanned ticket and whether it is valid; legible at arm's length. */
function ScanResult({ answer }: { answer: ScanAnswer }) {
  const { t, locale } = useFormat()
  const facts = [
    t(`choices.passengerStatuses.${answer.status}`),
    ...answer.needs.map((need) => t(choiceKey('passengerNeeds', need))),
  ]
  return (
    <Alert severity={answer.is_valid ? 'success' : 'error'} role="status">
      <Box sx={{ fontSize: 18, fontWeight: 600 }}>{answer.name ?? answer.reference}</Box>
      <Box>{answer.refusal === null ? facts.join(' · ') : t(`app.operations.checkIn.refusal.${answer.refusal}`)}</Box>
      {answer.amount_due_minor > 0 && (
        <Text weight="bold">
          {t('app.reservation.owed', { amount: formatMoney(answer.amount_due_minor, answer.currency, locale) })}
        </Text>
      )}
    </Alert>
  )
}
