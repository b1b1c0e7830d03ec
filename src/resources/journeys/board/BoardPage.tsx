import EventBusyIcon from '@mui/icons-material/EventBusyOutlined'
import RefreshIcon from '@mui/icons-material/SyncProblemOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Snackbar from '@mui/material/Snackbar'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '../../../providers/auth/useSession'
import { useCompany } from '../../../providers/data/useCompany'
import { Gate } from '../../../ui/Gate'
import { PageHeader } from '../../../ui/PageHeader'
import { problemText } from '../../../ui/problemText'
import { StatePanel } from '../../../ui/StatePanel'
import { useFormat } from '../../../ui/useFormat'
import { resourceName } from '../../../kit/labels'
import { call } from '../../../providers/http/call'
import type { Leave } from './boardApi'
import type { Bar } from './boardModel'
import { BoardToolbar } from './BoardToolbar'
import { FarmedOut } from './FarmedOut'
import { JobStrip } from './JobStrip'
import { PhoneBoard } from './PhoneBoard'
import { Timeline } from './Timeline'
import { useBoard } from './useBoard'
import { useBoardState } from './useBoardState'
import { useGiving } from './useGiving'
import { onDemand } from '../../../ui/onDemand'

const GiveDialog = onDemand(() => import('./GiveDialog'))
const PlanDialog = onDemand(() => import('./PlanDialog'))
const DelayDialog = onDemand(() => import('../DelayDialog'))

const MESSAGE_MS = 8_000

/** Who drives what, across a day or a week: gives jobs to vehicles and drivers, by hand or by a suggestion. */
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
  | { kind: 'delay'; id: string }
  | { kind: 'plan' }

function Board({ zone }: { zone: string }) {
  const format = useFormat()
  const { t } = format
  const mayEdit = useMay('edit', 'journeys')
  const state = useBoardState(zone)
  const { by, selected } = state
  const { model, data, error, refetch, change } = useBoard(state)
  const [task, setTask] = useState<Task | null>(null)
  const isPhone = useMediaQuery('(max-width: 767px)')
  const giving = useGiving({
    by,
    change,
    onRefused: (job, refused, refusal) => setTask({ kind: 'give', id: job.id, refusal, refused }),
  })
  const { undo, message, dismiss } = giving
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
  const giveTo = async (bar: Bar, rowId: string | null, leave?: Leave): Promise<void> => {
    const name = model?.lanes.find(({ row }) => row.id === rowId)?.row.label ?? null
    const isDone = await giving.giveTo(bar.job, rowId, name, leave)
    if (isDone) setTask(null)
  }
  const asked = task?.kind === 'give' ? model?.barOf.get(task.id)?.bar : undefined
  return (
    <>
      <PageHeader
        title={t('app.board.title')}
        subtitle={t('app.board.text', { zone })}
        back={{ to: '/journeys', label: resourceName(t, 'journeys') }}
        actions={
          mayEdit && (
            <Button variant="contained" onClick={() => setTask({ kind: 'plan' })}>
              {t('app.board.plan.open')}
            </Button>
          )
        }
      />
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
        <Skeleton variant="rounded" height={480} sx={{ borderRadius: 2 }} />
      ) : model.lanes.length === 0 && model.openCount === 0 ? (
        <StatePanel icon={EventBusyIcon} title={t('app.board.empty')} text={t('app.board.emptyText')} />
      ) : isPhone ? (
        <PhoneBoard model={model} zone={zone} onAsk={ask} />
      ) : (
        <Box>
          <Timeline
            key={`${state.from} ${state.range} ${by}`}
            model={model}
            state={state}
            mayEdit={mayEdit}
            onGive={(bar, rowId) => void giveTo(bar, rowId)}
            onAsk={ask}
          />
          <JobStrip
            bar={found?.bar}
            name={found?.lane?.row.label ?? null}
            zone={zone}
            mayEdit={mayEdit}
            onAsk={() => found && ask(found.bar)}
            onDelay={() => found && setTask({ kind: 'delay', id: found.bar.job.id })}
          />
        </Box>
      )}
      {data && <FarmedOut counts={data.farmed_out} state={state} />}
      {task?.kind === 'give' && model && asked && (
        <GiveDialog
          model={model}
          bar={asked}
          zone={zone}
          refusal={task.refusal}
          refused={task.refused}
          onGive={(rowId, leave) => giveTo(asked, rowId, leave)}
          onClose={() => setTask(null)}
        />
      )}
      {task?.kind === 'plan' && <PlanDialog state={state} onApplied={giving.planned} onClose={() => setTask(null)} />}
      {task?.kind === 'delay' && <Delay id={task.id} onClose={() => setTask(null)} />}
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
    </>
  )
}

/** Says how late a journey of the board runs. */
function Delay({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['journeys', 'delayed', id],
    queryFn: () => call('GET /journeys/:id', { params: { id } }),
    staleTime: 0,
  })
  return data ? <DelayDialog journey={data} onClose={onClose} /> : null
}
