import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, type HTMLAttributes, type Key, type KeyboardEvent } from 'react'
import { useDataProvider, useGetList } from 'react-admin'
import type { Customer } from '../../../../contract/entities/customer'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits'
import { useMay } from '../../../providers/auth/useSession'
import { PhoneText } from '../../../ui/PhoneText'
import { useDebounced } from '../../../ui/useDebounced'
import { useCompanyPhones } from '../../../ui/usePhones'
import { nameOfCustomer, searchOf } from './deskTypes'
import { SecondaryText } from '../../../ui/Text'

/** Below this many characters everybody would match. */
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
  /** Enter, where it takes no customer. */
  onNext: () => void
  /** The customer of a number in which Enter was pressed before it was known whose it is. */
  onFound?: (customer: Customer) => void
  /** Left to right in every language, and Enter takes the first customer that matches. */
  phone?: boolean
  autoFocus?: boolean
  error?: string | undefined
  inputRef?: React.Ref<HTMLInputElement>
}

/** A box that one types into freely, and that offers the customers who match. */
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
  /** The customer whom somebody went to by the arrows or the pointer. */
  const pointed = useRef<Customer | null>(null)
  /** The Enter whose answer is still on its way. */
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
