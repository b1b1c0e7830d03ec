import { useState } from 'react'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../builder/labels'
import { SeatDesk } from './desk/SeatDesk'

/** The desk that sells, while somebody is on the phone. */
export default function ReservationCreate() {
  const { t } = useFormat()
  const [sale, setSale] = useState(1)
  return (
    <>
      <PageHeader
        title={t('resources.reservations.page.create')}
        back={{ to: '/reservations', label: resourceName(t, 'reservations') }}
      />
      <SeatDesk key={sale} onAnother={() => setSale((count) => count + 1)} />
    </>
  )
}
