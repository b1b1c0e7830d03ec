import Box from '@mui/material/Box'
import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { textIn } from '../../../kit/text'
import { LoadBar } from '../../../ui/LoadBar'
import { PhoneText } from '../../../ui/PhoneText'
import { Plate } from '../../../ui/Plate'
import { SecondaryText, Text } from '../../../ui/Text'
import { leftToRight } from '../../../providers/format/bidi'
import { useFormat } from '../../../ui/useFormat'
import { nextIn, type BoardModel } from './boardModel'
import { clock, emptyText, shortLabel } from './boardText'
import { barId } from './Lines'

const WIDTH_PX = 288
const GAP_PX = 6
/** Pointer positions count from the left in every writing direction; class styles would be mirrored for RTL. */
export const FROM_THE_LEFT = { left: 0 } as const
/** Hover time before the card of a job opens. */
const CARD_MS = 250
/** Time for which the card ignores the scroll that reveals its job. */
const REVEAL_MS = 300

interface JobCardProps {
  id: string
  model: BoardModel
  zone: string
  /** Element id of the card, for `aria-describedby`. */
  cardId: string
}

/** Details of a job next to its bar: route, load, driver and next job. */
export function JobCard({ id, model, zone, cardId }: JobCardProps) {
  const format = useFormat()
  const { t, language } = format
  const card = useRef<HTMLDivElement>(null)
  const found = model.barOf.get(id)
  useLayoutEffect(() => {
    const [own, bar] = [card.current, document.getElementById(barId(id))]
    if (!own || !bar) return
    const { left, top, bottom } = bar.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const height = own.offsetHeight
    const y = bottom + GAP_PX + height > clientHeight ? top - GAP_PX - height : bottom + GAP_PX
    const x = Math.max(GAP_PX, Math.min(left, clientWidth - WIDTH_PX - GAP_PX))
    own.style.transform = `translate(${x}px, ${Math.max(GAP_PX, y)}px)`
    own.style.visibility = 'visible'
  })
  if (!found) return null
  const { job, from, done } = found.bar
  const nameOf = (code: string | null) =>
    code === null ? t('app.board.card.address') : textIn(model.places.get(code)?.name, language) || code
  const driver = job.driver_id === null ? undefined : model.names.get(job.driver_id)
  const vehicle = job.vehicle_id === null ? undefined : model.names.get(job.vehicle_id)
  const next = nextIn(found.lane, found.bar)
  const load = t('app.board.load', { taken: job.seats_taken, capacity: job.capacity })
  return (
    <Box ref={card} id={cardId} role="tooltip" sx={cardStyles} style={FROM_THE_LEFT}>
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between' }}>
        <Text component="b" dir="ltr" weight="bold">
          {shortLabel(job.label)}
        </Text>
        <bdi dir="ltr">{`${clock(from, zone, format)} – ${clock(done, zone, format)}`}</bdi>
      </Box>
      <Box>
        <bdi>{nameOf(job.origin)}</bdi>
        <Box component="span" aria-hidden sx={{ 'html[dir=rtl] &': { display: 'inline-block', scale: '-1 1' } }}>
          {' → '}
        </Box>
        <bdi>{nameOf(job.destination)}</bdi>
        {job.stops !== null && job.stops > 2 && (
          <SecondaryText component="span">
            {` · ${t('app.board.card.stops', { smart_count: job.stops - 2 })}`}
          </SecondaryText>
        )}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 2, alignItems: 'center' }}>
        <LoadBar confirmed={job.seats_taken} held={0} capacity={job.capacity} label={load} />
        <span>{load}</span>
      </Box>
      {job.delay_min > 0 && (
        <Box sx={{ color: 'warning.main', fontWeight: 550 }}>{t('app.board.late', { minutes: job.delay_min })}</Box>
      )}
      <Box>
        {vehicle ? <Plate>{vehicle.label}</Plate> : t('app.board.card.noVehicle')}
        {' · '}
        <bdi>{driver?.label ?? t('app.board.card.noDriver')}</bdi>
        {driver?.phone && (
          <>
            {' · '}
            <PhoneText>{driver.phone}</PhoneText>
          </>
        )}
      </Box>
      {next && (
        <SecondaryText size="caption">
          {[
            t('app.board.card.next', {
              job: leftToRight(`${clock(next.from, zone, format)} ${shortLabel(next.job.label)}`),
            }),
            next.emptyKm > 0 ? emptyText(next.emptyKm, format) : '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </SecondaryText>
      )}
    </Box>
  )
}

const cardStyles = {
  position: 'fixed',
  top: 0,
  visibility: 'hidden',
  zIndex: 'tooltip',
  pointerEvents: 'none',
  width: WIDTH_PX,
  boxSizing: 'border-box',
  display: 'grid',
  gap: 1,
  p: 3,
  fontSize: 'body2.fontSize',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  boxShadow: 3,
  bgcolor: (theme: { colours: { raised: string } }) => theme.colours.raised,
  color: 'text.primary',
} as const

/** Manages the card of the hovered or focused job. */
export function useCard(scroller: RefObject<HTMLElement | null>) {
  const [id, show] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const over = useRef<string | null>(null)
  const ignoresScrollUntil = useRef(0)
  useEffect(() => {
    const area = scroller.current
    const hide = () => {
      if (Date.now() < ignoresScrollUntil.current) return
      clearTimeout(timer.current)
      show(null)
    }
    area?.addEventListener('scroll', hide, { passive: true })
    return () => {
      clearTimeout(timer.current)
      area?.removeEventListener('scroll', hide)
    }
  }, [scroller])
  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    const job = (target as HTMLElement).closest<HTMLElement>('[data-job]')?.dataset['job'] ?? null
    if (pointerType === 'touch' || job === over.current) return
    over.current = job
    clearTimeout(timer.current)
    if (job === null) show(null)
    else timer.current = setTimeout(() => show(job), CARD_MS)
  }
  /** Shows a card that the scroll to its job does not hide. */
  const showNow = (job: string) => {
    ignoresScrollUntil.current = Date.now() + REVEAL_MS
    show(job)
  }
  return { id, show, showNow, onPointerOver }
}
