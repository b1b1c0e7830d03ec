import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RESERVATION_KINDS } from '../../../contract/core/vocabulary'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../../kit/labels'
import { choiceKey } from '../../kit/vocabularies'
import { SeatDesk } from './desk/SeatDesk'
import { onDemand } from '../../ui/onDemand'

const HireDesk = onDemand(async () => ({ default: (await import('./desk/HireDesk')).HireDesk }))

/** The desk that sells, while somebody is on the phone: seats, or a vehicle hired whole. */
export default function ReservationCreate() {
  const { t } = useFormat()
  const [params, setParams] = useSearchParams()
  const [sale, setSale] = useState(1)
  const kind = RESERVATION_KINDS.find((each) => each === params.get('kind')) ?? 'seat'
  const another = () => setSale((count) => count + 1)
  return (
    <>
      <PageHeader
        title={t('resources.reservations.page.create')}
        back={{ to: '/reservations', label: resourceName(t, 'reservations') }}
      />
      <Tabs
        value={kind}
        aria-label={t('resources.reservations.fields.kind')}
        onChange={(_event, next: string) => setParams(next === 'seat' ? {} : { kind: next }, { replace: true })}
        sx={{ mb: 4, minHeight: 40 }}
      >
        {RESERVATION_KINDS.map((value) => (
          <Tab
            key={value}
            value={value}
            label={t(choiceKey('reservationKinds', value))}
            sx={{ textTransform: 'none' }}
          />
        ))}
      </Tabs>
      {kind === 'seat' ? <SeatDesk key={sale} onAnother={another} /> : <HireDesk key={sale} onAnother={another} />}
    </>
  )
}
