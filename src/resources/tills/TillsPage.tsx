import TillIcon from '@mui/icons-material/PointOfSaleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Till } from '../../../contract/entities/till'
import type { TillSession } from '../../../contract/operations/tills'
import { formatMoney } from '../../providers/format/money'
import { useHasRight, useMay, useUser } from '../../providers/auth/useSession'
import { Gate } from '../../ui/Gate'
import { Instant } from '../../ui/Instant'
import { latestOf } from '../../ui/latestOf'
import { ListPanel } from '../../ui/ListPanel'
import { NOTHING } from '../../ui/Muted'
import { PageHeader } from '../../ui/PageHeader'
import { PlainTable } from '../../ui/PlainTable'
import { PlainList, Row, Words } from '../../ui/Rows'
import { StatePanel } from '../../ui/StatePanel'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { Column } from '../../ui/Column'
import { CloseDialog, CountDialog, HandOverDialog, MoveDialog, OpenDialog } from './TillDialogs'
import { Difference } from './Difference'
import { NoneLeftOpen, OnlyLeftOpen, useOpenBefore } from './LeftOpen'
import { TillDialog } from './TillDialog'
import { MARKS, readClosed, readOpen, readTills, sessionPath, TILLS } from './tillsApi'

/** Tills with their current sessions and counts. */
export default function TillsPage() {
  return (
    <Gate action="list" resource="tills">
      <Tills />
    </Gate>
  )
}

type Asked =
  | { step: 'add' }
  | { step: 'edit' | 'open'; till: Till }
  | { step: 'count' | 'close' | 'hand_over' | 'move'; session: TillSession }

function Tills() {
  const { t } = useFormat()
  const queries = useQueryClient()
  const mayAdd = useMay('create', 'tills')
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...TILLS, 'open'],
    queryFn: async () => {
      const [tills, sessions] = await Promise.all([readTills(), readOpen()])
      return { tills, sessions }
    },
    staleTime: 0,
  })
  const before = useOpenBefore()
  const shown = data?.tills.filter(
    ({ open_since: since }) => before === null || (since !== null && Date.parse(since) < Date.parse(before)),
  )
  const reread = () => queries.invalidateQueries({ queryKey: TILLS })
  const add = mayAdd && (
    <Button variant="contained" onClick={() => setAsked({ step: 'add' })}>
      {t('app.tills.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('app.tills.title')} subtitle={t('app.tills.text')} actions={add} />
      <Column gap={6} bounded>
        {before !== null && shown && shown.length > 0 && <OnlyLeftOpen />}
        <ListPanel
          icon={TillIcon}
          isPending={isPending}
          error={data ? null : error}
          failed={t('app.tills.unread')}
          retry={() => void refetch()}
        >
          {before !== null && shown?.length === 0 ? (
            <NoneLeftOpen />
          ) : data && shown && shown.length > 0 ? (
            <PlainList aria-label={t('app.tills.title')} divided>
              {shown.map((till) => (
                <TillRow
                  key={till.id}
                  till={till}
                  session={data.sessions.find((session) => session.till_id === till.id) ?? null}
                  onAsk={setAsked}
                />
              ))}
            </PlainList>
          ) : (
            <StatePanel
              icon={TillIcon}
              title={t('resources.tills.empty')}
              text={t(mayAdd ? 'app.tills.noneText' : 'app.tills.noneYet')}
              action={add}
            />
          )}
        </ListPanel>
        <Box hidden={isPending}>
          <ClosedSessions />
        </Box>
      </Column>
      {asked && <AskedDialog asked={asked} tills={data?.tills ?? []} onDone={reread} onClose={() => setAsked(null)} />}
    </>
  )
}

interface AskedDialogProps {
  asked: Asked
  tills: readonly Till[]
  onDone: () => unknown
  onClose: () => void
}

function AskedDialog({ asked, tills, ...rest }: AskedDialogProps) {
  switch (asked.step) {
    case 'add':
      return <TillDialog till={null} {...rest} />
    case 'edit':
      return <TillDialog till={latestOf(tills, asked.till)} {...rest} />
    case 'open':
      return <OpenDialog till={asked.till} {...rest} />
    case 'count':
      return <CountDialog session={asked.session} {...rest} />
    case 'close':
      return <CloseDialog session={asked.session} {...rest} />
    case 'hand_over':
      return <HandOverDialog session={asked.session} {...rest} />
    case 'move': {
      const { session } = asked
      const others = tills.filter(
        ({ id, currency, open_user_id: user }) =>
          id !== session.till_id && currency === session.currency && user !== null,
      )
      return <MoveDialog session={session} others={others} {...rest} />
    }
  }
}

interface TillRowProps {
  till: Till
  /** Its unclosed session, if the user may see it. */
  session: TillSession | null
  onAsk: (asked: Asked) => void
}

/** A till with its current user and the available actions. */
function TillRow({ till, session, onAsk }: TillRowProps) {
  const { t, locale } = useFormat()
  const user = useUser()
  const mayRun = useHasRight('run_till')
  const mayEdit = useMay('edit', 'tills')
  const { open_user_name: name } = till
  const state = till.status === 'inactive' ? 'inactive' : (session?.state ?? (name === null ? 'closed' : 'open'))
  const isOwn = session?.user_id === user?.id
  const steps: readonly ('count' | 'close' | 'hand_over' | 'move')[] =
    session === null ? [] : session.state === 'open' ? ['count', 'move'] : ['close', 'hand_over', 'count']
  return (
    <Row
      sx={{ px: 4, py: 3, gap: 4 }}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {mayRun && state === 'closed' && (
            <Button variant="contained" onClick={() => onAsk({ step: 'open', till })}>
              {t('app.tills.open')}
            </Button>
          )}
          {session &&
            steps.map((step, index) => (
              <Button
                key={step}
                variant={index === 0 ? 'contained' : 'outlined'}
                onClick={() => onAsk({ step, session })}
              >
                {t(
                  step === 'count' && session.state === 'counted' ? 'app.tills.countAgain' : `app.tills.${STEPS[step]}`,
                )}
              </Button>
            ))}
          {session && (
            <Button component={RouterLink} to={sessionPath(session.id)}>
              {t('app.tills.sheet')}
            </Button>
          )}
          {mayEdit && (
            <Button
              aria-label={t('app.tills.editTitle', { name: till.name })}
              onClick={() => onAsk({ step: 'edit', till })}
            >
              {t('ra.action.edit')}
            </Button>
          )}
        </Box>
      }
    >
      <Words
        below={
          <>
            <bdi>{till.code}</bdi>
            {session && (
              <>
                {' · '}
                {isOwn ? t('app.tills.yours') : <bdi>{session.user_name}</bdi>}
                {' · '}
                <Instant value={session.opened_at} />
                {' · '}
                {t('app.tills.floatOf', { amount: formatMoney(session.float_minor, session.currency, locale) })}
              </>
            )}
            {!session && name !== null && (
              <>
                {' · '}
                {t('app.tills.openFor', { name })}
              </>
            )}
          </>
        }
      >
        <bdi>{till.name}</bdi>
      </Words>
      <StatusMark value={MARKS[state]} label={t(`app.tills.states.${state}`)} />
      {session?.state === 'counted' && <Difference session={session} />}
    </Row>
  )
}

const STEPS = { count: 'count', close: 'close', hand_over: 'handOver', move: 'move' } as const

/** Closed sessions, the latest first. */
function ClosedSessions() {
  const { t, locale } = useFormat()
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...TILLS, 'closed'],
    queryFn: ({ pageParam }) => readClosed(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ sessions, has_more }) => (has_more ? sessions.at(-1)?.opened_at : undefined),
    staleTime: 0,
  })
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? []
  const money = (amount: number | null, { currency }: TillSession) =>
    amount === null ? NOTHING : formatMoney(amount, currency, locale)
  return (
    <Box component="section">
      <Typography variant="h2" sx={{ mb: 3 }}>
        {t('app.tills.history')}
      </Typography>
      <ListPanel
        icon={TillIcon}
        isPending={isPending}
        error={data ? null : error}
        failed={t('app.tills.unread')}
        retry={() => void refetch()}
      >
        {sessions.length > 0 ? (
          <PlainTable<TillSession>
            label={t('app.tills.history')}
            rows={sessions}
            keyOf={({ id }) => id}
            busy={isFetching}
            minWidth={760}
            columns={[
              {
                label: t('app.tills.till'),
                cell: ({ id, till_name: name }) => (
                  <Link component={RouterLink} to={sessionPath(id)} color="inherit">
                    <bdi>{name}</bdi>
                  </Link>
                ),
              },
              { label: t('app.tills.person'), cell: ({ user_name: name }) => <bdi>{name}</bdi> },
              { label: t('app.tills.openedAt'), cell: (one) => <Instant value={one.opened_at} /> },
              {
                label: t('app.tills.closedAt'),
                cell: (one) => (one.closed_at ? <Instant value={one.closed_at} /> : NOTHING),
              },
              { label: t('app.tills.counted'), isAmount: true, cell: (one) => money(one.counted_minor, one) },
              { label: t('app.tills.expected'), isAmount: true, cell: (one) => money(one.expected_minor, one) },
              { label: t('app.tills.difference'), cell: (session) => <Difference session={session} /> },
              {
                label: t('app.tills.why'),
                cell: ({ difference_reason: reason }) => (reason === null ? NOTHING : <bdi>{reason}</bdi>),
              },
            ]}
          />
        ) : (
          <StatePanel icon={TillIcon} title={t('app.tills.noHistory')} text={t('app.tills.noHistoryText')} />
        )}
        {hasNextPage && (
          <Box sx={{ p: 3, borderTop: 1, borderColor: 'divider' }}>
            <Button loading={isFetching} onClick={() => void fetchNextPage()}>
              {t('app.tills.older')}
            </Button>
          </Box>
        )}
      </ListPanel>
    </Box>
  )
}
