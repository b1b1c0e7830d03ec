import Box from '@mui/material/Box'
import { useGetList } from 'react-admin'
import type { Mail } from '../../../contract/entities/mail'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../../kit/labels'
import { Card } from '../../kit/RecordSections'
import { MailRow } from './MailRow'

const MOST = 20

/** What was written about a record, by its id; nothing while nothing was. */
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
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, '& li': { px: 0 }, '& li + li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {data.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </Box>
    </Card>
  )
}
