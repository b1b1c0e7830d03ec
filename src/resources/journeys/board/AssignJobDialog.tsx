import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useId, useState, type KeyboardEvent } from 'react'
import type { Suggestions } from '../../../../contract/operations/suggestions'
import { mayOverride } from '../../../../contract/core/permissions'
import { useUser } from '../../../providers/auth/useSession'
import { problemOf } from '../../../providers/http/problem'
import { Refused } from '../../../kit/Blockers'
import { leftToRight } from '../../../providers/format/bidi'
import { useFormat, type Format } from '../../../ui/useFormat'
import { away, shrinkText, vehicleText } from '../suggestionText'
import { suggestionsFor, type AssignmentOverride } from './boardApi'
import { conflictOf, type Bar, type BoardModel, type Lane } from './boardModel'
import { clock, conflictText, shortLabel } from './boardText'
import { SecondaryText } from '../../../ui/Text'
import { OverrideReasonBox } from '../../../features/reassignment/OverrideReasonBox'

const SHOWN = 60
/** Ranks in the list: suggestions by their own order, then other available rows, then rows with a conflict. */
const [OTHERS, IN_THE_WAY] = [1_000, 2_000] as const
const WAITING_ROWS = 5

interface AssignJobDialogProps {
  model: BoardModel
  bar: Bar
  zone: string
  /** Error of the last assignment. */
  refusal: unknown
  /** Id of the row that was refused; null for none. */
  refused: string | null
  onAssign: (rowId: string | null, override?: AssignmentOverride) => Promise<void>
  onClose: () => void
}

interface Choice {
  lane: Lane
  /** Conflict as text; null = none. */
  conflict: string | null
  detail: string
  /** Warning about the consequences of the assignment; null = none. */
  warning: string | null
}

/** Candidates for a job: suggestions by rank first, then other available ones, then the rest with their conflict. */
export default function AssignJobDialog({
  model,
  bar,
  zone,
  refusal,
  refused,
  onAssign,
  onClose,
}: AssignJobDialogProps) {
  const format = useFormat()
  const { t } = format
  const id = useId()
  const role = useUser()?.role
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [why, setWhy] = useState('')
  const [busy, setBusy] = useState(false)
  const { job, from, done } = bar
  const { data, isPending } = useQuery({
    queryKey: ['journeys', 'suggestions', job.id, job.version],
    queryFn: () => suggestionsFor(job),
    staleTime: 0,
    retry: false,
  })
  // Empty until the ranking is loaded, because Enter selects the first row.
  const choices = isPending ? [] : choicesFor(model, bar, data, typed, zone, format)
  const current = choices[Math.min(active, choices.length - 1)]
  const needsReason = problemOf(refusal).code === 'override_required'
  const mayExceed = needsReason && role !== undefined && mayOverride(role, 'exceed_driving_limits')
  const needsConfirmation = problemOf(refusal).code === 'confirmation_required'
  const assign = async (rowId: string | null) => {
    setBusy(true)
    const acceptsWarnings = needsConfirmation && rowId === refused
    await onAssign(rowId, {
      ...(mayExceed && why.trim() !== '' && { why: why.trim() }),
      ...(acceptsWarnings && { acceptsWarnings }),
    })
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, choices.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1))
    else if (event.key === 'Enter') {
      if (current && current.conflict === null && !busy) void assign(current.lane.row.id)
    } else return
    event.preventDefault()
  }
  const listId = `${id}-list`
  const optionId = (rowId: string) => `${id}-${rowId}`
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('app.board.give.title', { job: shortLabel(job.label) })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <SecondaryText size="body2">
          <bdi dir="ltr">{`${clock(from, zone, format)} – ${clock(done, zone, format)}`}</bdi>
          {' · '}
          <bdi>{[job.origin, job.destination].filter((code) => code !== null).join(' – ')}</bdi>
          {' · '}
          {t('app.board.load', { taken: job.seats_taken, capacity: job.capacity })}
        </SecondaryText>
        <Refused refusal={refusal} />
        {mayExceed && (
          <OverrideReasonBox
            takesFocus
            value={why}
            onChange={setWhy}
            onEnter={() => {
              if (refused !== null && why.trim() !== '') void assign(refused)
            }}
          />
        )}
        <TextField
          autoFocus={!mayExceed}
          label={t(`app.board.give.search.${model.by}`)}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            htmlInput: {
              role: 'combobox',
              autoComplete: 'off',
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-activedescendant': current && optionId(current.lane.row.id),
            },
          }}
        />
        <Box
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={t('app.board.give.list')}
          aria-busy={isPending}
          sx={{ m: 0, p: 0, height: 320, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          {isPending &&
            Array.from({ length: WAITING_ROWS }, (_, index) => (
              <Skeleton key={index} height={40} sx={{ mx: 3 }} aria-hidden />
            ))}
          {choices.map(({ lane: { row }, conflict, detail, warning }, index) => (
            <Box
              key={row.id}
              id={optionId(row.id)}
              role="option"
              aria-selected={choices[index] === current}
              aria-disabled={conflict !== null}
              onClick={() => {
                setActive(index)
                if (conflict === null && !busy) void assign(row.id)
              }}
              sx={{
                display: 'flex',
                gap: 3,
                alignItems: 'baseline',
                justifyContent: 'space-between',
                px: 3,
                py: 1.5,
                fontSize: 'body2.fontSize',
                cursor: conflict === null ? 'pointer' : 'default',
                '&[aria-selected=true]': { bgcolor: 'action.selected' },
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Box
                component="span"
                sx={{ whiteSpace: 'nowrap', ...(conflict !== null && { color: 'text.secondary' }) }}
              >
                <bdi>{row.label}</bdi>
              </Box>
              <Box
                component="span"
                sx={{
                  fontSize: 'caption.fontSize',
                  color: conflict === null ? 'text.secondary' : 'error.main',
                  textAlign: 'end',
                }}
              >
                {conflict ?? detail}
                {conflict === null && warning !== null && (
                  <Box component="span" sx={{ display: 'block', color: 'warning.main' }}>
                    {warning}
                  </Box>
                )}
              </Box>
            </Box>
          ))}
          {choices.length === 0 && !isPending && (
            <Box
              role="option"
              aria-selected={false}
              aria-disabled
              sx={{ p: 3, fontSize: 'body2.fontSize', color: 'text.secondary' }}
            >
              {t('app.board.give.none')}
            </Box>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        {model.barOf.get(job.id)?.lane && (
          <Button color="error" disabled={busy} onClick={() => void assign(null)} sx={{ marginInlineEnd: 'auto' }}>
            {t('app.board.give.take')}
          </Button>
        )}
        <Button onClick={onClose} disabled={busy}>
          {t('ra.action.cancel')}
        </Button>
        {(mayExceed || needsConfirmation) && refused !== null && (
          <Button
            variant="contained"
            loading={busy}
            disabled={mayExceed && why.trim() === ''}
            onClick={() => void assign(refused)}
          >
            {t('app.board.give.anyway')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function choicesFor(
  model: BoardModel,
  bar: Bar,
  suggestions: Suggestions | undefined,
  typed: string,
  zone: string,
  format: Format,
): Choice[] {
  const near = model.by === 'vehicle' ? suggestions?.vehicles : suggestions?.drivers
  const order = new Map((near ?? []).map((one, index) => [one.id, index]))
  const wanted = typed.trim().toLowerCase()
  return model.lanes
    .filter(({ row }) => `${row.label} ${row.detail}`.toLowerCase().includes(wanted))
    .map((lane): Choice & { rank: number } => {
      const conflict = conflictOf(model, bar, lane)
      const place = order.get(lane.row.id)
      const found = place === undefined ? undefined : near?.[place]
      return {
        lane,
        conflict: conflict && conflictText(conflict, lane.row, model.by, zone, format),
        detail: detailOf(model, lane, found, format),
        warning: warningOf(bar, lane, found, format),
        rank: conflict ? IN_THE_WAY : (place ?? OTHERS),
      }
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, SHOWN)
}

type Found = Suggestions['vehicles'][number] | Suggestions['drivers'][number]

function detailOf({ types }: BoardModel, { row }: Lane, found: Found | undefined, format: Format): string {
  const { t } = format
  if (found && 'vehicle_type' in found) return vehicleText(found, format)
  const type = row.vehicle_type_id === null ? undefined : types.get(row.vehicle_type_id)
  return [
    type ? leftToRight(type.code) : '',
    row.seats > 0 ? t('app.reservation.seats', { smart_count: row.seats }) : '',
    found ? away(found.distance_km, format) : t('app.board.give.free'),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function warningOf({ job }: Bar, { row }: Lane, found: Found | undefined, format: Format): string | null {
  if (found && 'warnings' in found)
    return found.warnings.length > 0 ? format.t('app.operations.assign.overLimit') : null
  const isShrinking = row.vehicle_type_id !== null && row.seats < job.capacity
  return isShrinking ? shrinkText({ from: job.capacity, to: row.seats, taken: job.seats_taken }, format) : null
}
