import { useState } from 'react'
import type { Journey } from '../../../contract/entities/journey'
import { choiceKey } from '../../kit/vocabularies'
import { useReread } from '../../providers/data/useReread'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { useFormat } from '../../ui/useFormat'
import { stepOf, type ReasonedStep } from './journeyApi'

interface TransitionDialogProps {
  journey: Journey
  step: ReasonedStep
  onClose: () => void
}

/** Asks for the reason of a transition from the status in which it opened, and refuses once another user has changed that. */
export function TransitionDialog({ journey, step, onClose }: TransitionDialogProps) {
  const { t } = useFormat()
  const reread = useReread()
  const [from] = useState(journey.service_status)
  const [isSent, setSent] = useState(false)
  const { service_status: status } = journey
  const isOvertaken = status !== from && !isSent
  const title = t(step === 'revert' ? `app.operations.revert.${from}` : `app.operations.step.${step}`)
  const overtaken =
    isOvertaken && t('app.operations.statusChanged', { status: t(choiceKey('serviceStatuses', status)) })
  const stays = step === 'revert' && t(`app.operations.revert.stays.${from}`)
  const text = overtaken || stays
  return (
    <ReasonDialog
      title={title}
      action={title}
      ready={!isOvertaken}
      {...(text && { text })}
      onConfirm={async (reason) => {
        setSent(true)
        try {
          await stepOf(journey, step, reason)
        } catch (error) {
          setSent(false)
          throw error
        }
        onClose()
        await reread()
      }}
      onClose={onClose}
    />
  )
}
