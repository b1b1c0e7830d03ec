import type { Reservation } from '../../../contract/entities/reservation'
import { PdfMenu } from '../../ui/PdfMenu'
import { useFormat } from '../../ui/useFormat'
import { openTickets } from './reservationApi'

/** Opens the tickets as a PDF, in the party's language first. */
export function TicketMenu({ reservation }: { reservation: Pick<Reservation, 'id' | 'locale'> }) {
  const { t } = useFormat()
  return (
    <PdfMenu
      label={t('app.desk.print')}
      first={reservation.locale}
      onOpen={(language) => openTickets(reservation, language)}
    />
  )
}
