import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useGetList } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Mail } from '../../../contract/entities/mail'
import { useMay } from '../../providers/auth/useSession'
import { Instant } from '../../ui/Instant'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/Text'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../../kit/labels'
import { recordPath } from '../../kit/recordPaths'
import { Card } from '../../kit/RecordSections'

const MOST = 20

/** Lists the mails about a record; renders nothing without any. */
export function MailsCard({ about }: { about: string }) {
  const { t } = useFormat()
  const mayList = useMay('list', 'mails')
  const { data } = useGetList<Mail>(
    'mails',
    {
      filter: { entity_id: about },
      sort: { field: 'created_at', order: 'DESC' },
      pagination: { page: 1, perPage: MOST },
    },
    { enabled: mayList, staleTime: 0 },
  )
  if (!data?.length) return null
  return (
    <Card title={resourceName(t, 'mails')}>
      <PlainList divided sx={{ '& li': { px: 0 } }}>
        {data.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </PlainList>
    </Card>
  )
}

/** Shows a mail in a list: its subject, recipient and state. */
export function MailRow({ mail }: { mail: Mail }) {
  const { t } = useFormat()
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        columnGap: 4,
        rowGap: 1,
        px: 4,
        py: 3,
      }}
    >
      <Link component={RouterLink} to={recordPath('mails', mail.id)} sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
        <bdi>{mail.subject}</bdi>
      </Link>
      <StatusMark value={mail.status} label={t(`choices.mailStatuses.${mail.status}`)} />
      <Box
        sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', display: 'flex', columnGap: 3, flexWrap: 'wrap' }}
      >
        <bdi>{mail.recipient}</bdi>
        <span>{t(`choices.mailKinds.${mail.kind}`)}</span>
      </Box>
      <SecondaryText size="body2">
        <Instant value={mail.created_at} />
      </SecondaryText>
      {mail.error !== null && mail.status !== 'sent' && (
        <Box
          dir="auto"
          sx={{ gridColumn: '1 / -1', fontSize: 'body2.fontSize', color: 'error.main', overflowWrap: 'anywhere' }}
        >
          {mail.error}
        </Box>
      )}
    </Box>
  )
}
