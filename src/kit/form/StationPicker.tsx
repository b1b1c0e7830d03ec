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

/** What choosing records takes, of whatever resource. */
export interface PickerProps extends PickerBoxProps {
  ids: readonly string[]
  onPick: (ids: string[], records: AnyRecord[]) => void
}

interface StationPickerProps extends PickerProps {
  status?: Station['status'] | undefined
  /** `fold` where a trip begins or ends: a station stands for its bays. */
  platforms?: 'fold' | 'each'
  /** The station that one sets out from: what it leads to is offered, with the lowest fare. */
  from?: string | null
}

const NO_STATIONS: StationOption[] = []

/** Chooses stations by code, name or what else people call them, the one that is most likely meant first. */
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
