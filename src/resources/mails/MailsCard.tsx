import { useGetList } from 'react-admin'
import type { Mail } from '../../../contract/entities/mail'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../../kit/labels'
import { Card } from '../../kit/RecordSections'
import { MailRow } from './MailRow'
import { PlainList } from '../../ui/Rows'

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
      <PlainList divided sx={{ '& li': { px: 0 } }}>
        {data.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </PlainList>
    </Card>
  )
}
