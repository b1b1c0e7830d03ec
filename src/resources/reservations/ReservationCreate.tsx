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
import { recordPath } from '../../kit/RecordLink'
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

/** A sale on the page: what it began with, and by what it is known by now. */
const begin = (opening: Opening, count: number) => {
  const firstId = opening.saleId ?? newSaleId()
  return { opening, count, firstId, saleId: firstId }
}

/** The desk that sells, while somebody is on the phone: seats, or a vehicle hired whole. */
export default function ReservationCreate() {
  const { t } = useFormat()
  const [params, setParams] = useSearchParams()
  const asked = openingOf(params)
  const [address, setAddress] = useState(asked)
  const [sale, setSale] = useState(() => begin(asked, 1))
  /** The sales of the other kinds that were begun on this page. */
  const [others, setOthers] = useState<Record<Kind, string | null>>({ seat: null, private_hire: null })
  // Whoever comes by another address, or by none, begins anew; one that says what this sale is known by is no other.
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
        <Desk key={sale.count} start={{ ...opened, saleId: sale.firstId, onKept: keepAs }} onAnother={another} />
      )}
    </>
  )
}
