import { useRecordContext } from 'react-admin'
import type { User } from '../../../contract/entities/user'
import { SessionsCard } from '../account/SessionsCard'
import { useMay } from '../../providers/auth/useSession'
import { GeneratedShow } from '../../kit/GeneratedShow'
import { specOf } from '../../kit/registry'
import { UserAccess } from './UserAccess'

/** An account, with the ways in that an administrator gives and takes. */
export default function UserShow() {
  const mayDecide = useMay('edit', 'users')
  return <GeneratedShow spec={specOf('users')}>{mayDecide && <WaysIn />}</GeneratedShow>
}

function WaysIn() {
  const user = useRecordContext<User>()
  if (!user) return null
  return (
    <>
      <UserAccess user={user} />
      <SessionsCard userId={user.id} />
    </>
  )
}
