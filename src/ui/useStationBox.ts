import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../contract/core/limits/console'
import type { I18nText } from '../../contract/core/scalars'
import type { FoundStation } from '../../contract/operations/stations'
import { useDebounced } from './useDebounced'

/** Station as an option or a choice. */
export interface StationOption extends Partial<
  Pick<FoundStation, 'city' | 'match' | 'reachable' | 'changes' | 'fare_from'>
> {
  id: string
  code: string
  name: I18nText
}

/** Unreachable stations are listed but cannot be chosen. */
export const isOutOfReach = ({ reachable }: StationOption): boolean => reachable === false

/** Query for the stations that match a text. */
export interface StationSource {
  /** Query key of everything but the text that the answer depends on. */
  key: QueryKey
  read: (text: string, signal: AbortSignal) => Promise<StationOption[]>
}

/** Milliseconds for which answers are cached. */
const FRESH_MS = 10_000
const NO_STATIONS: StationOption[] = []

/**
 * Returns the state of a station input. Answers are cached by text, so that a late one is not used for another text, and
 * options always match the present text.
 */
export function useStationBox({ key, read }: StationSource, onEnter: (station: StationOption) => void) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const now = typed?.trim() ?? ''
  const asked = useDebounced(now, FILTER_DEBOUNCE_MS)
  const question = (text: string) => ({
    queryKey: [...key, text],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(text, signal),
    staleTime: FRESH_MS,
  })
  const answer = useQuery({ ...question(asked), enabled: open })
  const isSettled = asked === now && answer.data !== undefined
  const options = isSettled ? answer.data : NO_STATIONS
  const [first] = options
  /** Option highlighted by arrow keys or pointer. */
  const pointed = useRef<StationOption | null>(null)
  /** Identity of an Enter that waits for its answer. */
  const waiting = useRef<object | null>(null)
  const isFocused = useRef(false)
  const latest = useRef(onEnter)
  useEffect(() => {
    latest.current = onEnter
  })

  /** Discards the typed text. */
  const forget = () => {
    waiting.current = null
    pointed.current = null
    setTyped(null)
  }

  const enter = async (text: string) => {
    const mine = {}
    waiting.current = mine
    const found = await client.fetchQuery(question(text)).catch(() => NO_STATIONS)
    if (waiting.current !== mine) return
    waiting.current = null
    const [meant] = found
    if (meant && !isOutOfReach(meant)) {
      forget()
      setOpen(false)
      latest.current(meant)
    } else if (!isFocused.current) forget()
  }

  const onKeyDown = (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
    if (event.key === 'Escape') waiting.current = null
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing
    if (event.key !== 'Enter' || !isPlain || now === '' || (isSettled && pointed.current)) return
    event.defaultMuiPrevented = true
    event.preventDefault()
    void enter(now)
  }

  return {
    typed,
    failed: answer.error !== null,
    forget,
    /** On blur; a pending Enter still selects its answer. */
    leave: () => {
      isFocused.current = false
      if (!waiting.current) setTyped(null)
    },
    box: {
      open,
      onOpen: () => setOpen(true),
      onClose: () => setOpen(false),
      onFocus: () => {
        isFocused.current = true
      },
      onKeyDown,
      loading: !isSettled && answer.error === null,
      options,
      autoHighlight: now !== '' && first !== undefined && !isOutOfReach(first),
      onHighlightChange: (_event: SyntheticEvent, option: StationOption | null, reason: string) => {
        pointed.current = reason === 'auto' ? null : option
      },
      onInputChange: (_event: unknown, text: string, reason: string) => {
        if (reason === 'reset' || (reason === 'blur' && waiting.current)) return
        waiting.current = null
        pointed.current = null
        setTyped(reason === 'input' ? text : null)
      },
    },
  }
}
