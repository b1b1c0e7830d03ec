import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { RESERVATION_KINDS } from '../../../contract/core/vocabulary'
import { isSame } from '../../providers/data/changes'
import { idOf } from '../../ui/addressValues'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../../kit/labels'
import { recordPath } from '../../kit/recordPaths'
import { choiceKey } from '../../kit/vocabularies'
import { newSaleId } from './desk/sales'
import { useOpened, type Opening } from './desk/start'
import { SeatDesk } from './desk/SeatDesk'
import { onDemand } from '../../ui/onDemand'

const HireDesk = onDemand(async () => ({ default: (await import('./desk/HireDesk')).HireDesk }))

type Kind = (typeof RESERVATION_KINDS)[number]

const NOTHING: Opening = { customerId: null, tripId: null, saleId: null }

const openingOf = (params: URLSearchParams): Opening => ({
  customerId: idOf(params.get('customer')),
  tripId: idOf(params.get('repeat')),
  saleId: idOf(params.get('sale')),
})

/** Returns a new sale of this page, with the id of the sale to resume or a new one. */
const begin = (opening: Opening, count: number) => {
  const firstId = opening.saleId ?? newSaleId()
  return { opening, count, firstId, saleId: firstId }
}

/** The sales desk: sells seats, or a vehicle for private hire, during a phone call. */
export default function ReservationCreate() {
  const { t } = useFormat()
  const [params, setParams] = useSearchParams()
  const asked = openingOf(params)
  const [address, setAddress] = useState(asked)
  const [sale, setSale] = useState(() => begin(asked, 1))
  /** Ids of the sales of the other kinds that were started on this page. */
  const [others, setOthers] = useState<Record<Kind, string | null>>({ seat: null, private_hire: null })
  // Another address starts a new sale, except one that only adds the id of the current sale.
  if (!isSame(asked, address)) {
    setAddress(asked)
    if (asked.saleId === null || asked.saleId !== sale.saleId) setSale(begin(asked, sale.count + 1))
  }
  const opened = useOpened(sale.opening)
  const kind = RESERVATION_KINDS.find((each) => each === params.get('kind')) ?? 'seat'

  const show = (next: Kind) => {
    const said = new URLSearchParams(params)
    const other = others[next]
    said.delete('sale')
    said.delete('kind')
    if (other) said.set('sale', other)
    if (next !== 'seat') said.set('kind', next)
    setOthers({ ...others, [kind]: asked.saleId })
    setParams(said, { replace: true })
  }
  const keepAs = (saleId: string) => {
    if (asked.saleId === saleId) return
    setSale((before) => ({ ...before, saleId }))
    const said = new URLSearchParams(params)
    said.set('sale', saleId)
    setParams(said, { replace: true })
  }
  const another = () => {
    if (isSame(asked, NOTHING)) setSale(begin(NOTHING, sale.count + 1))
    else setParams(kind === 'seat' ? {} : { kind }, { replace: true })
  }
  if (opened?.finished) return <Navigate replace to={recordPath('reservations', opened.finished.id)} />
  const Desk = kind === 'seat' ? SeatDesk : HireDesk
  return (
    <>
      <PageHeader
        title={t('resources.reservations.page.create')}
        back={{ to: '/reservations', label: resourceName(t, 'reservations') }}
      />
      <Tabs
        value={kind}
        aria-label={t('resources.reservations.fields.kind')}
        onChange={(_event, next: Kind) => show(next)}
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
      {opened && (
        <Desk key={sale.count} start={{ ...opened, saleId: sale.firstId, onSaved: keepAs }} onAnother={another} />
      )}
    </>
  )
}
