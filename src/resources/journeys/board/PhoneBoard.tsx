import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useFormat } from '../../../ui/useFormat'
import { isIdle, otherOf, type Bar, type BoardModel } from './boardModel'
import { barText, blockText, clock, shortLabel, shortName } from './boardText'
import { PlainList } from '../../../ui/Rows'
import { SecondaryText, Text } from '../../../ui/Text'

interface PhoneBoardProps {
  model: BoardModel
  /** Button that folds or shows idle rows. */
  fold: ReactNode
  zone: string
  onAsk: (bar: Bar) => void
}

/** Board for small screens without a time axis: jobs listed by vehicle or driver. */
export function PhoneBoard({ model, fold, zone, onAsk }: PhoneBoardProps) {
  const format = useFormat()
  const { t } = format
  const open = model.open.flat().sort((a, b) => a.from - b.from)
  return (
    <Box>
      <Section title={t('app.board.open', { smart_count: model.openCount })}>
        {open.map((bar) => (
          <Job key={bar.job.id} bar={bar} model={model} name={null} zone={zone} onAsk={onAsk} />
        ))}
      </Section>
      {model.lanes.map((lane) => {
        const { row, bars, blocks } = lane
        return (
          <Section key={row.id} title={row.label}>
            {bars.map((bar) => (
              <Job key={bar.job.id} bar={bar} model={model} name={row.label} zone={zone} onAsk={onAsk} />
            ))}
            {blocks.map((block) => (
              <Box
                component="li"
                key={block.key}
                sx={{ px: 3, py: 2, fontSize: 'body2.fontSize', color: 'text.secondary' }}
              >
                {`${clock(block.from, zone, format)} – ${clock(block.to, zone, format)} `}
                {blockText(block, model.by, format)}
              </Box>
            ))}
            {isIdle(lane) && (
              <Box component="li" sx={{ px: 3, py: 2, fontSize: 'body2.fontSize', color: 'text.secondary' }}>
                {t('app.board.free')}
              </Box>
            )}
          </Section>
        )
      })}
      {fold}
    </Box>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        mb: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        bgcolor: 'background.paper',
        contentVisibility: 'auto',
        containIntrinsicSize: 'auto 120px',
      }}
    >
      <Box
        component="h2"
        sx={{
          m: 0,
          px: 3,
          py: 2,
          fontSize: 'body2.fontSize',
          fontWeight: 600,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <bdi>{title}</bdi>
      </Box>
      <PlainList>{children}</PlainList>
    </Box>
  )
}

interface JobProps {
  bar: Bar
  model: BoardModel
  name: string | null
  zone: string
  onAsk: (bar: Bar) => void
}

function Job({ bar, model, name, zone, onAsk }: JobProps) {
  const format = useFormat()
  const { job, from, done, isClash } = bar
  const other = otherOf(job, model.by, model.names)?.label ?? null
  return (
    <li>
      <ButtonBase
        aria-label={barText(bar, name, other, zone, format)}
        onClick={() => onAsk(bar)}
        sx={{
          width: '100%',
          minHeight: 44,
          px: 3,
          gap: 3,
          justifyContent: 'flex-start',
          fontSize: 'body2.fontSize',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <bdi dir="ltr">{`${clock(from, zone, format)} – ${clock(done, zone, format)}`}</bdi>
        <Text component="bdi" dir="ltr" weight="medium">
          {shortLabel(job.label)}
        </Text>
        {other !== null && (
          <SecondaryText component="span" size="caption">
            <bdi>{model.by === 'vehicle' ? shortName(other) : other}</bdi>
          </SecondaryText>
        )}
        <Box
          component="span"
          sx={{
            marginInlineStart: 'auto',
            color: isClash ? 'error.main' : 'text.secondary',
            fontSize: 'caption.fontSize',
          }}
        >
          {job.delay_min > 0
            ? format.t('app.board.late', { minutes: job.delay_min })
            : format.t('app.board.load', { taken: job.seats_taken, capacity: job.capacity })}
        </Box>
      </ButtonBase>
    </li>
  )
}
