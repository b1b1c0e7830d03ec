import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { MailPreview } from '../../../../contract/entities/mail'
import { Letter } from '../../../features/mails/Letter'
import { Muted } from '../../../ui/Muted'
import { useFormat } from '../../../ui/useFormat'

interface MessageChoiceProps {
  /** Preview of the message to the customer; null without a message. */
  message: MailPreview | null
  isNotified: boolean
  onNotify: (isNotified: boolean) => void
}

/** Preview of the message about a change, with the choice whether to send it. */
export function MessageChoice({ message, isNotified, onNotify }: MessageChoiceProps) {
  const { t } = useFormat()
  if (!message) return <Muted>{t('app.desk.change.noMessage')}</Muted>
  return (
    <Box>
      <FormControlLabel
        control={<Checkbox size="small" checked={isNotified} onChange={(_, checked) => onNotify(checked)} />}
        label={t('app.desk.change.tell', { to: message.recipient })}
      />
      {isNotified && (
        <Box component="details" sx={{ fontSize: 'body2.fontSize' }}>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
            {t('app.desk.change.readMessage')}
          </Box>
          <Box sx={{ mt: 3, p: 4, border: 1, borderColor: 'divider', borderRadius: 2 }}>
            <Box component="p" sx={{ m: 0, mb: 4, fontWeight: 600 }}>
              <bdi>{message.subject}</bdi>
            </Box>
            <Letter mail={message} />
          </Box>
        </Box>
      )}
    </Box>
  )
}
