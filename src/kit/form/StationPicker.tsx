import { useState } from 'react'
import { useGetMany } from 'react-admin'
import type { Station } from '../../../contract/entities/station'
import { call } from '../../providers/http/call'
import { listKey } from '../../providers/data/queryKeys'
import type { PickerBoxProps } from '../../ui/pickerBox'
import { StationBox } from '../../ui/StationBox'
import { useFormat } from '../../ui/useFormat'
import type { StationOption } from '../../ui/useStationBox'
import type { AnyRecord } from '../resource'

/** Props of the selection of records of any resource. */
export interface PickerProps extends PickerBoxProps {
  ids: readonly string[]
  onPick: (ids: string[], records: AnyRecord[]) => void
}

interface StationPickerProps extends PickerProps {
  status?: Station['status'] | undefined
  /** `fold` for origins and destinations, where a station stands for its bays. */
  platforms?: 'fold' | 'each'
  /** Origin: only its destinations are offered, with their lowest fares. */
  from?: string | null
}

const NO_STATIONS: StationOption[] = []

/** Selects stations by code, name or alias, the most likely one first. */
export function StationPicker({ ids, onPick, status, platforms = 'each', from = null, ...rest }: StationPickerProps) {
  const { language } = useFormat()
  const known = useGetMany<Station>('stations', { ids: [...ids] }, { enabled: ids.length > 0 })
  const [picked, setPicked] = useState(NO_STATIONS)
  const chosen = ids.flatMap((id) => [...(known.data ?? []), ...picked].find((station) => station?.id === id) ?? [])
  const query = { platforms, status, from: from ?? undefined }
  return (
    <StationBox
      {...rest}
      chosen={chosen}
      source={{
        key: [...listKey('stations'), 'search', language, query],
        read: (q, signal) => call('GET /stations/search', { query: { ...query, q }, signal }),
      }}
      onPick={(stations) => {
        setPicked(stations)
        onPick(
          stations.map(({ id }) => id),
          stations.map((station) => ({ ...station })),
        )
      }}
    />
  )
}
