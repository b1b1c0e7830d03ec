import EventBusyIcon from '@mui/icons-material/EventBusyOutlined'
import RefreshIcon from '@mui/icons-material/SyncProblemOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Snackbar from '@mui/material/Snackbar'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useMay } from '../../../providers/auth/useSession'
import { useCompany } from '../../../providers/data/useCompany'
import { Gate } from '../../../ui/Gate'
import { PageTitle } from '../../../ui/PageTitle'
import { SecondaryText } from '../../../ui/Text'
import { problemText } from '../../../ui/problemText'
import { StatePanel } from '../../../ui/StatePanel'
import { useFormat } from '../../../ui/useFormat'
import { call } from '../../../providers/http/call'
import type { AssignmentOverride } from './boardApi'
import { emptyText } from './boardText'
import { foldedModel, isIdle, otherOf, problemsOf, type Bar, type BoardModel } from './boardModel'
import { BoardToolbar } from './BoardToolbar'
import { FarmedOut } from './FarmedOut'
import { JobStrip } from './JobStrip'
import { PhoneBoard } from './PhoneBoard'
import { ProblemRail } from './ProblemRail'
import { Timeline } from './Timeline'
import { useBoard } from './useBoard'
import { useBoardState } from './useBoardState'
import { useAssignment } from './useAssignment'
import { usePlan } from './usePlan'
import { onDemand } from '../../../ui/onDemand'

const AssignJobDialog = onDemand(() => import('./AssignJobDialog'))
const PlanPanel = onDemand(() => import('./PlanPanel'))
const DelayDialog = onDemand(() => import('../DelayDialog'))

const MESSAGE_MS = 8_000

/** Dispatch board of a day or week: assigns jobs to vehicles and drivers, manually or by suggestion. */
export default function BoardPage() {
  const company = useCompany()
  return (
    <Gate action="list" resource="journeys">
      {company ? <Board zone={company.timezone} /> : <Skeleton variant="rounded" height={480} />}
    </Gate>
  )
}

type Task =
  | { kind: 'give'; id: string; refusal: unknown; refused: string | null }
  | { kind: 'delay'; id: string; minutes: number | undefined }
type Side = 'plan' | 'problems'

function Board({ zone }: { zone: string }) {
  const format = useFormat()
  const { t } = format
  const mayEdit = useMay('edit', 'journeys')
  const state = useBoardState(zone)
  const { by, selected, set } = state
  const { model, data, error, refetch, change } = useBoard(state)
  const [task, setTask] = useState<Task | null>(null)
  const [side, setSide] = useState<Side | null>(null)
  const isPhone = useMediaQuery('(max-width: 767px)')
  const assignment = useAssignment({
    by,
    change,
    onRefused: (job, refused, refusal) => setTask({ kind: 'give', id: job.id, refusal, refused }),
  })
  const { undo, message, dismiss } = assignment
  const plan = usePlan(state, model, side === 'plan', assignment.planned)
  const idle = useIdleRows(model, `${state.from} ${state.to} ${by}`, plan.ghosts)
  const problems = useMemo(() => (model ? problemsOf(model) : []), [model])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, [contenteditable]')
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
      event.preventDefault()
      void undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  const found = selected === null ? undefined : model?.barOf.get(selected)
  const ask = (bar: Bar) => {
    if (mayEdit) setTask({ kind: 'give', id: bar.job.id, refusal: null, refused: null })
  }
  const assignTo = async (bar: Bar, rowId: string | null, override?: AssignmentOverride): Promise<void> => {
    const name = model?.lanes.find(({ row }) => row.id === rowId)?.row.label ?? null
    const isDone = await assignment.assignTo(bar.job, rowId, name, override)
    if (isDone) setTask(null)
  }
  const toggle = (next: Side) => {
    if (next === 'plan') plan.reset()
    setSide(side === next ? null : next)
  }
  const asked = task?.kind === 'give' ? model?.barOf.get(task.id)?.bar : undefined
  const fold = idle.count > 0 && (
    <Button onClick={() => idle.fold(!idle.isFolded)}>
      {t(idle.isFolded ? 'app.board.idleShow' : 'app.board.idleHide', { smart_count: idle.count })}
    </Button>
  )
  const suggested = found && plan.suggested.find(({ journey_id }) => journey_id === found.bar.job.id)
  return (
    <Box sx={isPhone ? undefined : pageStyles}>
      <BoardHead zone={zone} mayEdit={mayEdit} onPlan={() => toggle('plan')}>
        {model && !isPhone && (
          <>
            {fold}
            <Button
              color={problems.length > 0 ? 'error' : 'inherit'}
              aria-pressed={side === 'problems'}
              onClick={() => toggle('problems')}
            >
              {t('app.board.problems', { smart_count: problems.length })}
            </Button>
            {by === 'vehicle' && model.emptyKm > 0 && <SecondaryText>{emptyText(model.emptyKm, format)}</SecondaryText>}
          </>
        )}
        {data && <FarmedOut counts={data.farmed_out} state={state} />}
      </BoardHead>
      <BoardToolbar state={state} />
      {error && !model ? (
        <StatePanel
          icon={RefreshIcon}
          role="alert"
          title={t('app.board.failed')}
          text={problemText(error, format)}
          action={<Button onClick={() => void refetch()}>{t('app.problem.retry')}</Button>}
        />
      ) : !model ? (
        <Skeleton variant="rounded" height={480} sx={{ borderRadius: 2, flex: 1 }} />
      ) : model.lanes.length === 0 && model.openCount === 0 ? (
        <StatePanel icon={EventBusyIcon} title={t('app.board.empty')} text={t('app.board.emptyText')} />
      ) : isPhone ? (
        <PhoneBoard model={idle.model ?? model} fold={fold} zone={zone} onAsk={ask} />
      ) : (
        <>
          <Box sx={{ display: 'flex', flex: 1, minHeight: 0, gap: 2 }}>
            <Timeline
              key={`${state.from} ${state.range} ${by}`}
              model={idle.model ?? model}
              state={state}
              mayEdit={mayEdit}
              onAssign={(bar, rowId) => void assignTo(bar, rowId)}
              onAsk={ask}
              onDelay={(bar, minutes) => setTask({ kind: 'delay', id: bar.job.id, minutes })}
              ghosts={plan.ghosts}
              onAccept={(jobId) => void plan.accept(jobId)}
              onDragging={idle.drag}
            />
            {side === 'problems' && (
              <ProblemRail problems={problems} zone={zone} onChoose={(jobId) => set({ job: jobId })} />
            )}
            {side === 'plan' && <PlanPanel plan={plan} zone={zone} isPhone={false} onClose={() => setSide(null)} />}
          </Box>
          <JobStrip
            bar={found?.bar}
            name={found?.lane?.row.label ?? null}
            other={found && otherOf(found.bar.job, by, model.names)}
            suggested={suggested?.[by]?.label ?? null}
            zone={zone}
            mayEdit={mayEdit}
            onAsk={() => found && ask(found.bar)}
            onDelay={() => found && setTask({ kind: 'delay', id: found.bar.job.id, minutes: undefined })}
            onAccept={() => found && void plan.accept(found.bar.job.id)}
          />
        </>
      )}
      {isPhone && side === 'plan' && <PlanPanel plan={plan} zone={zone} isPhone onClose={() => setSide(null)} />}
      {task?.kind === 'give' && model && asked && (
        <AssignJobDialog
          model={model}
          bar={asked}
          zone={zone}
          refusal={task.refusal}
          refused={task.refused}
          onAssign={(rowId, override) => assignTo(asked, rowId, override)}
          onClose={() => setTask(null)}
        />
      )}
      {task?.kind === 'delay' && <Delay id={task.id} minutes={task.minutes} onClose={() => setTask(null)} />}
      <Snackbar
        open={message !== null}
        autoHideDuration={MESSAGE_MS}
        onClose={(_event, reason) => reason !== 'clickaway' && dismiss()}
        message={
          message &&
          (message.error ? problemText(message.error, format) : t(`app.board.told.${message.key}`, message.values))
        }
        action={
          message?.isUndoable && (
            <Button color="inherit" size="small" onClick={() => void undo()}>
              {t('app.board.undo')}
            </Button>
          )
        }
      />
    </Box>
  )
}

/** Fills the window below the header, so that only the board scrolls. */
const pageStyles = {
  position: 'absolute',
  inset: 0,
  px: { xs: 4, md: 4 },
  pt: 2,
  minHeight: 420,
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
} as const

interface BoardHeadProps {
  zone: string
  mayEdit: boolean
  onPlan: () => void
  /** Messages about the whole board. */
  children: ReactNode
}

/** A single line, to leave space for the board. */
function BoardHead({ zone, mayEdit, onPlan, children }: BoardHeadProps) {
  const { t } = useFormat()
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        flex: 'none',
        flexWrap: 'wrap',
        minHeight: 34,
        mb: { xs: 2, md: 0 },
      }}
    >
      <PageTitle>{t('app.board.title')}</PageTitle>
      <Typography variant="h1">{t('app.board.title')}</Typography>
      <SecondaryText component="span" size="body2">
        {t('app.board.text', { zone })}
      </SecondaryText>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 2, fontSize: 'body2.fontSize' }}>
        {children}
      </Box>
      {mayEdit && (
        <Button variant="contained" onClick={onPlan} sx={{ marginInlineStart: 'auto' }}>
          {t('app.board.plan.open')}
        </Button>
      )}
    </Box>
  )
}

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Sorts idle rows to the end and folds them if others have jobs. A row that later gets a job keeps its position.
 * @param key identifies the displayed part of the board
 */
function useIdleRows(model: BoardModel | null, key: string, ghosts: ReadonlyMap<string, readonly Bar[]>) {
  const [idle, setIdle] = useState<{ key: string; last: ReadonlySet<string>; isFolded: boolean } | null>(null)
  const [isDragging, drag] = useState(false)
  if (model && idle?.key !== key) {
    const last = new Set(model.lanes.filter(isIdle).map(({ row }) => row.id))
    setIdle({ key, last, isFolded: last.size < model.lanes.length })
  }
  const { last, isFolded } = idle ?? { last: NOBODY, isFolded: false }
  const isHiding = isFolded && !isDragging && ghosts.size === 0
  const shown = useMemo(() => model && foldedModel(model, last, isHiding), [model, last, isHiding])
  return {
    model: shown,
    count: model?.lanes.filter((lane) => last.has(lane.row.id) && isIdle(lane)).length ?? 0,
    isFolded,
    fold: (folded: boolean) => setIdle((before) => before && { ...before, isFolded: folded }),
    drag,
  }
}

/** Delay dialog of a journey on the board. */
function Delay({ id, minutes, onClose }: { id: string; minutes: number | undefined; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['journeys', 'delayed', id],
    queryFn: () => call('GET /journeys/:id', { params: { id } }),
    staleTime: 0,
  })
  return data ? <DelayDialog journey={data} minutes={minutes} onClose={onClose} /> : null
}
