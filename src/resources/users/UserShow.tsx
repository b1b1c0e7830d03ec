import { useRecordContext } from 'react-admin'
import type { User } from '../../../contract/entities/user'
import { SessionsCard } from '../../features/account/SessionsCard'
import { sessionsOfUser } from '../../providers/auth/accountApi'
import { useMay } from '../../providers/auth/useSession'
import { RecordAndHistory, Show } from '../../kit/Show'
import { UserAccess } from './UserAccess'

/** Page of a user account, with the access actions of an administrator. */
export default function UserShow() {
  const mayDecide = useMay('edit', 'users')
  return (
    <Show resource="users">
      <RecordAndHistory>{mayDecide && <AccountAccess />}</RecordAndHistory>
    </Show>
  )
}

function AccountAccess() {
  const user = useRecordContext<User>()
  if (!user) return null
  return (
    <>
      <UserAccess user={user} />
      <SessionsCard calls={sessionsOfUser(user.id)} />
    </>
  )
}
