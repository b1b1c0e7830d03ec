// Same look as the chevron of the lists, without importing their code.
import NavigateNextIcon from '@mui/icons-material/NavigateNext'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useMutation } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { FIRST_STEPS, type FirstStep, type FirstSteps as Steps } from '../../../contract/operations/first-steps'
import { numberFormat } from '../../providers/format/intl'
import { PlainList, StepRow } from '../../ui/Rows'
import { useFormat } from '../../ui/useFormat'
import { call } from '../../providers/http/call'
import { Panel } from './Panel'
import { SecondaryText } from '../../ui/Text'

/** Path of each step. */
const PLACES: Record<FirstStep, string> = {
  company: '/company',
  stations: '/stations/create',
  vehicle_type: '/vehicle-types/create',
  vehicle: '/vehicles/create',
  route: '/routes/create',
  journeys: '/journeys/generate',
  fares: '/routes',
  reservation: '/reservations/create',
}

/** Height of a step with two lines, and of the list header. */
const STEP_PX = 51
const HEAD_PX = 46

interface FirstStepsProps {
  steps: Steps
  /** Called after the steps are hidden permanently. */
  onHidden: () => void
}

/** Setup steps from an empty company to the first sold seat, with their progress. */
export function FirstSteps({ steps, onHidden }: FirstStepsProps) {
  const { t, locale } = useFormat()
  const hide = useMutation({
    mutationFn: () => call('PUT /dashboard/first-steps', { body: { hidden: true } }),
    onSuccess: onHidden,
  })
  const next = steps.find(({ done }) => !done)?.step
  const count = numberFormat(locale)
  const progress = { done: count.format(steps.filter(({ done }) => done).length), all: count.format(steps.length) }
  return (
    <Box sx={{ mb: 4 }}>
      <Panel
        title={t('app.firstSteps.title')}
        action={
          <>
            <SecondaryText size="body2">{t('app.firstSteps.progress', progress)}</SecondaryText>
            <Button size="small" color="inherit" disabled={hide.isPending} onClick={() => hide.mutate()}>
              {t('app.firstSteps.hide')}
            </Button>
          </>
        }
      >
        <PlainList ordered>
          {steps.map(({ step, done }) => (
            <StepRow
              key={step}
              isDone={done}
              label={t(done ? 'app.firstSteps.done' : 'app.firstSteps.open')}
              isNext={step === next}
              markPx={96}
              sx={{ rowGap: 1, minHeight: 48, px: 4 }}
            >
              <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
                <Link component={RouterLink} to={PLACES[step]} color="inherit" sx={{ fontWeight: 550 }}>
                  {t(`app.firstSteps.${step}.title`)}
                </Link>
                <SecondaryText>{t(`app.firstSteps.${step}.text`)}</SecondaryText>
              </Box>
              {step === 'stations' && !done && (
                <Button component={RouterLink} to="/routes/import" size="small">
                  {t('app.gtfs.import')}
                </Button>
              )}
              {step === next && (
                <Button
                  component={RouterLink}
                  to={PLACES[step]}
                  size="small"
                  variant="contained"
                  endIcon={<NavigateNextIcon sx={{ '[dir=rtl] &': { transform: 'scaleX(-1)' } }} />}
                >
                  {t('app.firstSteps.go')}
                </Button>
              )}
            </StepRow>
          ))}
        </PlainList>
      </Panel>
    </Box>
  )
}

/** Placeholder with the height of the list while loading. */
export const FirstStepsSkeleton = () => (
  <Skeleton
    variant="rounded"
    height={FIRST_STEPS.length * STEP_PX + HEAD_PX}
    sx={{ mb: 4, borderRadius: 2.5, maxWidth: 'none' }}
  />
)
