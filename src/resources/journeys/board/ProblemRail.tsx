import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { PlainList } from '../../../ui/Rows'
import { SecondaryText, Text } from '../../../ui/Text'
import { useFormat } from '../../../ui/useFormat'
import type { Problem } from './boardModel'
import { clock, shortLabel } from './boardText'
import { Rail } from './Rail'

interface ProblemRailProps {
  problems: readonly Problem[]
  zone: string
  onChoose: (jobId: string) => void
}

/** Problems of the displayed jobs; each selects its job. */
export function ProblemRail({ problems, zone, onChoose }: ProblemRailProps) {
  const format = useFormat()
  const { t } = format
  const title = t('app.board.problems', { smart_count: problems.length })
  return (
    <Rail role="region" label={title}>
      <Box component="h2" sx={{ m: 0, fontSize: 'body1.fontSize', fontWeight: 600 }}>
        {title}
      </Box>
      {problems.length === 0 && <SecondaryText>{t('app.board.noProblem')}</SecondaryText>}
      <PlainList>
        {problems.map(({ kind, bar, lane }) => (
          <li key={`${kind} ${bar.job.id}`}>
            <ButtonBase onClick={() => onChoose(bar.job.id)} sx={rowStyles}>
              <ErrorIcon color="error" fontSize="small" sx={{ mt: 0.25 }} />
              <Box sx={{ minWidth: 0 }}>
                <Text component="span" weight="medium">
                  <bdi dir="ltr">{`${clock(bar.from, zone, format)} ${shortLabel(bar.job.label)}`}</bdi>
                </Text>
                <Box>
                  {kind === 'full'
                    ? t('app.board.toMove', { count: bar.job.seats_taken - bar.job.capacity })
                    : t(`app.board.problem.${kind}`, { name: lane?.row.label ?? '', km: bar.emptyKm })}
                </Box>
                {lane && (
                  <SecondaryText size="caption">
                    <bdi>{lane.row.label}</bdi>
                  </SecondaryText>
                )}
              </Box>
            </ButtonBase>
          </li>
        ))}
      </PlainList>
    </Rail>
  )
}

const rowStyles = {
  width: '100%',
  display: 'flex',
  gap: 2,
  alignItems: 'flex-start',
  justifyContent: 'flex-start',
  textAlign: 'start',
  px: 1,
  py: 1.5,
  borderRadius: 1,
  fontSize: 'body2.fontSize',
  '&:hover': { bgcolor: 'action.hover' },
} as const
