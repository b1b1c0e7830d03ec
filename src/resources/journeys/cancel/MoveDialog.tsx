import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import type { Journey } from '../../../../contract/entities/journey'
import type { ManifestParty } from '../../../../contract/operations/manifest'
import { Outcome } from '../../../ui/Outcome'
import { useReread } from '../../../providers/data/useReread'
import { useSubmission } from '../../../ui/useSubmission'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { call } from '../../../providers/http/call'
import { departureName } from '../../../features/reassignment/PartyTable'
import { useAlternatives } from '../../../features/reassignment/useAlternatives'
import { useManifest } from '../journeyApi'

type Answer = { state: 'moved' | 'failed'; text: string }

/** Moves bookings of a journey to another departure, each as a whole with its price and tickets. */
export default function MoveDialog({ journey, onClose }: { journey: Journey; onClose: () => void }) {
  const format = useFormat()
  const { t, locale } = format
  const titleId = useId()
  const reread = useReread()
  const { busy, run } = useSubmission()
  const { data } = useManifest(journey.id)
  const departures = useAlternatives(journey)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [target, setTarget] = useState('')
  const [reason, setReason] = useState('')
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map())
  const [moving, setMoving] = useState<ManifestParty[] | null>(null)
  const parties = moving ?? (data?.parties ?? []).filter((party) => party.status === 'confirmed')
  const request = {
    from_journey_id: journey.id,
    to_journey_id: target,
    reason: reason.trim() || t('app.operations.move.open'),
  }
  const outcomeOf = async (party: ManifestParty, simulate: boolean): Promise<Answer> => {
    try {
      await call('POST /reservations/:id/move', {
        params: { id: party.reservation_id },
        body: { ...request, simulate },
        ifMatch: party.version,
      })
      return { state: 'moved', text: t(simulate ? 'app.operations.outcome.fits' : 'app.operations.outcome.moved') }
    } catch (error) {
      return { state: 'failed', text: problemText(error, format) }
    }
  }
  const dryRun = useQuery({
    queryKey: ['dryRuns', 'move', journey.id, target, chosen],
    queryFn: async () =>
      new Map(
        await Promise.all(
          parties
            .filter((party) => chosen.includes(party.reservation_id))
            .map(async (party) => [party.reservation_id, await outcomeOf(party, true)] as const),
        ),
      ),
    enabled: target !== '' && chosen.length > 0 && answers.size === 0,
    staleTime: 0,
  })
  const apply = () =>
    run(async () => {
      setMoving(parties)
      const done = new Map<string, Answer>()
      for (const party of parties)
        if (chosen.includes(party.reservation_id)) done.set(party.reservation_id, await outcomeOf(party, false))
      setAnswers(done)
      await reread()
    })
  const shown = answers.size > 0 ? answers : dryRun.data
  const toggle = (id: string, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('app.operations.move.title', { code: journey.code })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <TextField
          select
          label={t('app.operations.move.to')}
          value={target}
          disabled={answers.size > 0}
          onChange={(event) => setTarget(event.target.value)}
        >
          {(departures ?? []).map((departure) => (
            <MenuItem key={departure.id} value={departure.id}>
              {`${departureName(departure, locale)} · ${t('app.reservation.left', { smart_count: departure.seats_left })}`}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('app.operations.reason')}
          value={reason}
          disabled={answers.size > 0}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <Box>
          {parties.map((party) => {
            const answer = shown?.get(party.reservation_id)
            return (
              <Box
                key={party.reservation_id}
                sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap', fontSize: 'body2.fontSize' }}
              >
                <FormControlLabel
                  sx={{
                    flex: '1 1 220px',
                    mx: 0,
                    minHeight: 36,
                    '& .MuiFormControlLabel-label': { fontSize: 'body2.fontSize' },
                  }}
                  control={
                    <Checkbox
                      size="small"
                      disabled={answers.size > 0}
                      checked={chosen.includes(party.reservation_id)}
                      onChange={(_event, on) => toggle(party.reservation_id, on)}
                    />
                  }
                  label={`${party.lead_name} · ${t('app.reservation.seats', { smart_count: party.seats })} · ${party.reference}`}
                />
                {answer && <Outcome {...answer} />}
              </Box>
            )
          })}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {t(answers.size > 0 ? 'ra.action.close' : 'ra.action.cancel')}
        </Button>
        {answers.size === 0 && (
          <Button
            variant="contained"
            loading={busy}
            disabled={target === '' || chosen.length === 0}
            onClick={() => void apply()}
          >
            {t('app.operations.move.apply', { count: chosen.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
