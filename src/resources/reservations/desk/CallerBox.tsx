import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, type HTMLAttributes, type Key, type KeyboardEvent } from 'react'
import { useDataProvider, useGetList } from 'react-admin'
import type { Customer } from '../../../../contract/entities/customer'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits/console'
import { useMay } from '../../../providers/auth/useSession'
import { PhoneText } from '../../../ui/PhoneText'
import { useDebounced } from '../../../ui/useDebounced'
import { useCompanyPhones } from '../../../ui/usePhones'
import { nameOfCustomer, searchOf } from './deskTypes'
import { SecondaryText } from '../../../ui/Text'

/** Minimum characters of a search; shorter texts match too many customers. */
const SEARCH_FROM_CHARS = 3
const CHOICES = 6
const NOBODY: Customer[] = []

const searchFor = (q: string) => ({
  pagination: { page: 1, perPage: CHOICES },
  sort: { field: 'updated_at', order: 'DESC' as const },
  filter: { q },
})

interface CallerBoxProps {
  label: string
  value: string
  onType: (text: string) => void
  onPick: (customer: Customer) => void
  onLeave?: () => void
  /** Called on Enter when no customer is selected by it. */
  onNext: () => void
  /** Called with the customer that is found after Enter, when the matches were not loaded yet. */
  onFound?: (customer: Customer) => void
  /** Phone number box: left to right in every language, and Enter selects the first matching customer. */
  phone?: boolean
  autoFocus?: boolean
  error?: string | undefined
  inputRef?: React.Ref<HTMLInputElement>
}

/** Free text box that suggests matching customers. */
export function CallerBox({
  label,
  value,
  onType,
  onPick,
  onLeave,
  onNext,
  onFound,
  phone = false,
  autoFocus,
  error,
  inputRef,
}: CallerBoxProps) {
  const phones = useCompanyPhones()
  const mayList = useMay('list', 'customers')
  const q = useDebounced(searchOf(value), FILTER_DEBOUNCE_MS)
  const { data = NOBODY } = useGetList<Customer>('customers', searchFor(q), {
    enabled: mayList && q.length >= SEARCH_FROM_CHARS,
  })
  const options = q.length >= SEARCH_FROM_CHARS && searchOf(value) === q ? data : NOBODY
  const dataProvider = useDataProvider()
  /** The customer that is highlighted by the arrow keys or the pointer. */
  const pointed = useRef<Customer | null>(null)
  /** Identifies the latest Enter with a pending search. */
  const waiting = useRef<object | null>(null)
  const latest = useRef(onFound)
  useEffect(() => {
    latest.current = onFound
  })
  const find = async () => {
    const text = searchOf(value)
    if (!onFound || !mayList || text.length < SEARCH_FROM_CHARS) return
    const mine = {}
    waiting.current = mine
    const [found] = await dataProvider.getList<Customer>('customers', searchFor(text)).then(
      (answer) => answer.data,
      () => NOBODY,
    )
    if (found && waiting.current === mine) latest.current?.(found)
  }
  const enter = (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing
    if (event.key !== 'Enter' || !isPlain || pointed.current) return
    event.defaultMuiPrevented = true
    event.preventDefault()
    if (phone && options[0]) onPick(options[0])
    else void find()
    onNext()
  }
  return (
    <Autocomplete
      freeSolo
      autoHighlight={phone}
      options={options}
      filterOptions={(all) => all}
      inputValue={value}
      onBlur={onLeave}
      onKeyDown={enter}
      onHighlightChange={(_event, option) => {
        pointed.current = typeof option === 'string' ? null : option
      }}
      onInputChange={(_event, text, reason) => {
        if (reason !== 'input') return
        waiting.current = null
        pointed.current = null
        onType(text)
      }}
      onChange={(_event, choice) => {
        if (choice && typeof choice !== 'string') onPick(choice)
      }}
      getOptionLabel={(option) => (typeof option === 'string' ? option : nameOfCustomer(option))}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
      renderOption={({ key, ...rest }: HTMLAttributes<HTMLLIElement> & { key: Key }, customer) => (
        <li key={key} {...rest}>
          <Box sx={{ display: 'flex', width: '100%', gap: 3, justifyContent: 'space-between', minWidth: 0 }}>
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {nameOfCustomer(customer)}
            </Box>
            <SecondaryText component="span" size="caption">
              {customer.phone ? <PhoneText>{customer.phone}</PhoneText> : <bdi dir="ltr">{customer.email}</bdi>}
            </SecondaryText>
          </Box>
        </li>
      )}
      renderInput={({ inputProps, ...params }: AutocompleteRenderInputParams) => (
        <TextField
          {...params}
          label={label}
          autoFocus={autoFocus ?? false}
          error={error !== undefined}
          helperText={error}
          {...(inputRef ? { inputRef } : {})}
          inputProps={{
            ...inputProps,
            autoComplete: 'off',
            ...(phone ? { dir: 'ltr', inputMode: 'tel', placeholder: phones.example ?? undefined } : {}),
          }}
        />
      )}
    />
  )
}
