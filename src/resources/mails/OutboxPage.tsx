import MailIcon from '@mui/icons-material/MailOutlined'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { keepPreviousData } from '@tanstack/react-query'
import { useGetList } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { Mail } from '../../../contract/entities/mail'
import { MAIL_STATUSES } from '../../../contract/core/vocabulary'
import { countedTotal, type ListMeta } from '../../providers/data/dataProvider'
import { Pager } from '../../ui/Pager'
import { Gate } from '../../ui/Gate'
import { ListPanel } from '../../ui/ListPanel'
import { PageHeader } from '../../ui/PageHeader'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { MailRow } from '../../features/mails/MailsCard'
import { pageOf } from '../../ui/addressValues'
import { PlainList } from '../../ui/Rows'

const ROWS = 25

/** All emails to people outside the company, the newest first. The filter is in the URL. */
export default function OutboxPage() {
  return (
    <Gate action="list" resource="mails">
      <Outbox />
    </Gate>
  )
}

function Outbox() {
  const format = useFormat()
  const { t } = format
  const [params, setParams] = useSearchParams()
  const status = MAIL_STATUSES.find((known) => known === params.get('status')) ?? 'all'
  const page = pageOf(params.get('page'))
  const go = (next: { status: string; page: number }) =>
    setParams(
      {
        ...(next.status === 'all' ? {} : { status: next.status }),
        ...(next.page === 1 ? {} : { page: String(next.page) }),
      },
      { replace: true },
    )
  const { data, pageInfo, error, isPending, refetch, ...counted } = useGetList<Mail>(
    'mails',
    {
      filter: status === 'all' ? {} : { status },
      sort: { field: 'created_at', order: 'DESC' },
      pagination: { page, perPage: ROWS },
    },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  const meta = counted.meta as ListMeta | undefined
  const total = countedTotal(counted.total, meta) ?? 0
  return (
    <>
      <PageHeader title={t('app.mail.outbox')} subtitle={t('app.mail.outboxText')} />
      <Box sx={{ mb: 3, overflowX: 'auto' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={status}
          onChange={(_, next: string | null) => next !== null && go({ status: next, page: 1 })}
          aria-label={t('resources.mails.fields.status')}
        >
          {['all', ...MAIL_STATUSES].map((name) => (
            <ToggleButton key={name} value={name} sx={{ textTransform: 'none', px: 3, py: 1, whiteSpace: 'nowrap' }}>
              {name === 'all' ? t('app.live.all') : t(`choices.mailStatuses.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <ListPanel
        icon={MailIcon}
        isPending={isPending}
        error={data ? null : error}
        failed={t('app.mail.unread')}
        retry={() => void refetch()}
      >
        {data?.length ? (
          <PlainList aria-label={t('app.mail.outbox')} divided>
            {data.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </PlainList>
        ) : (
          <StatePanel
            icon={MailIcon}
            title={t(status === 'all' ? 'app.mail.none' : 'app.mail.noneFound')}
            text={t(status === 'all' ? 'resources.mails.empty' : 'app.mail.noneFoundText')}
          />
        )}
        {total > ROWS && (
          <Pager
            page={page}
            rows={ROWS}
            total={total}
            isMinimum={meta?.totalIsMinimum === true}
            hasNext={pageInfo?.hasNextPage}
            {...(data ? { shown: data.length } : {})}
            onPage={(next) => go({ status, page: next })}
          />
        )}
      </ListPanel>
    </>
  )
}
