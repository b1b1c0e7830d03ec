import { useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits'
import { isSame } from '../../../providers/data/changes'
import { useDebounced } from '../../../ui/useDebounced'
import { useFormat } from '../../../ui/useFormat'
import { NOBODY, partyOf, placesOf, type Counts } from '../desk/deskTypes'
import { PartyCounts } from '../desk/PartyCounts'
import { ChangeDialog } from './ChangeDialog'
import type { DialogProps } from './dialogProps'

/** Changes the party. */
export function AmendDialog(props: DialogProps) {
  const { t } = useFormat()
  const { passengers, passenger_statuses: statuses } = props.reservation
  const travelling = passengers.filter((_, at) => statuses[at] !== 'cancelled')
  const before = partyOf(travelling)
  const [counts, setCounts] = useState<Counts>(before.counts)
  const settled = useDebounced(counts, FILTER_DEBOUNCE_MS)
  const passengersOf = (party: Counts) =>
    placesOf(party).map(({ key, category }) => {
      const { name, needs } = before.travellers[key] ?? NOBODY
      return { category, name: name || null, needs }
    })
  const isChanged = !isSame(settled, before.counts) && placesOf(settled).length > 0
  return (
    <ChangeDialog
      {...props}
      title={t('app.desk.steps.amend')}
      verb="amend"
      change={isChanged ? { passengers: passengersOf(settled) } : null}
      isSettled={isSame(settled, counts)}
    >
      <PartyCounts counts={counts} onChange={setCounts} />
    </ChangeDialog>
  )
}
