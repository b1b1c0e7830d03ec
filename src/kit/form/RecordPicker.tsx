import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { keepPreviousData } from '@tanstack/react-query'
import { useState, type HTMLAttributes, type Key } from 'react'
import { useGetList, useGetMany } from 'react-admin'
import { FILTER_DEBOUNCE_MS } from '../../../contract/core/limits/console'
import { pickerInput } from '../../ui/pickerBox'
import { Plate } from '../../ui/Plate'
import { useDebounced } from '../../ui/useDebounced'
import { useFormat } from '../../ui/useFormat'
import { DetailText } from '../DetailText'
import { represent, specOf } from '../registry'
import type { AnyRecord } from '../resource'
import { StationPicker, type PickerProps } from './StationPicker'
import { SecondaryText } from '../../ui/Text'

const CHOICES = 25
const NO_RECORDS: AnyRecord[] = []

interface RecordPickerProps extends PickerProps {
  resource: string
  filter?: Record<string, unknown> | undefined
  sort?: { field: string; order: 'ASC' | 'DESC' }
}

/** Selects records of a resource by name, with a search on the server. Stations have a search of their own. */
export function RecordPicker(props: RecordPickerProps) {
  const { resource, sort: _, filter, ...rest } = props
  if (resource !== 'stations') return <AnyRecordPicker {...props} />
  return <StationPicker {...rest} status={filter?.['status'] === 'active' ? 'active' : undefined} />
}

function AnyRecordPicker(props: RecordPickerProps) {
  const {
    resource,
    ids,
    onPick,
    multiple = false,
    filter,
    sort,
    onBlur,
    id,
    disabled = false,
    openOnFocus = false,
  } = props
  const { language, t } = useFormat()
  const spec = specOf(resource)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const q = useDebounced(typed?.trim() ?? '', FILTER_DEBOUNCE_MS)
  const found = useGetList<AnyRecord>(
    resource,
    { pagination: { page: 1, perPage: CHOICES }, sort: sort ?? spec.sort, filter: { ...filter, ...(q ? { q } : {}) } },
    // Keeps the choices in place while the next ones load, so that a click is not lost.
    { enabled: open, placeholderData: keepPreviousData },
  )
  const known = useGetMany<AnyRecord>(resource, { ids: [...ids] }, { enabled: ids.length > 0 })
  const [picked, setPicked] = useState(NO_RECORDS)
  const chosen = ids.flatMap((id) => [...(known.data ?? []), ...picked].find((record) => record?.id === id) ?? [])
  const choices = found.data ?? NO_RECORDS
  const options = [...chosen.filter((record) => !choices.some(({ id }) => id === record.id)), ...choices]
  const pick = (records: AnyRecord[]) => {
    setTyped(null)
    setPicked(records)
    onPick(
      records.map(({ id }) => id),
      records,
    )
  }
  const nameOf = (record: AnyRecord) => represent(resource, record, language)
  const shared = {
    ...(id ? { id } : {}),
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    disabled,
    openOnFocus,
    loading: found.isFetching,
    options,
    filterOptions: (all: AnyRecord[]) => all,
    isOptionEqualToValue: (option: AnyRecord, value: AnyRecord) => option.id === value.id,
    getOptionLabel: nameOf,
    getOptionKey: (record: AnyRecord) => record.id,
    ...(found.error && { noOptionsText: t('app.problem.offline') }),
    // Typed text stays when the names of records arrive; only a selection or leaving the box clears it.
    inputValue: typed ?? (multiple || !chosen[0] ? '' : nameOf(chosen[0])),
    onInputChange: (_event: unknown, text: string, reason: string) => {
      if (reason !== 'reset') setTyped(reason === 'input' ? text : null)
    },
    onBlur: () => {
      setTyped(null)
      onBlur?.()
    },
    renderInput: pickerInput(props),
    renderOption: ({ key, ...rest }: HTMLAttributes<HTMLLIElement> & { key: Key }, record: AnyRecord) => (
      <li key={key} {...rest}>
        <Box sx={{ display: 'flex', width: '100%', gap: 3, justifyContent: 'space-between' }}>
          {resource === 'vehicles' ? <Plate>{nameOf(record)}</Plate> : <bdi>{nameOf(record)}</bdi>}
          <SecondaryText component="bdi" size="caption">
            <DetailText detail={spec.detail?.(record, language)} />
          </SecondaryText>
        </Box>
      </li>
    ),
  }
  if (multiple)
    return (
      <Autocomplete
        multiple
        disableCloseOnSelect
        {...shared}
        value={chosen}
        onChange={(_event, records) => pick(records)}
      />
    )
  return (
    <Autocomplete {...shared} value={chosen[0] ?? null} onChange={(_event, record) => pick(record ? [record] : [])} />
  )
}
