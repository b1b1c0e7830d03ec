import CheckIcon from '@mui/icons-material/Check'
import CopyIcon from '@mui/icons-material/ContentCopy'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { MONOSPACE } from './theme/theme'
import { useFormat } from './useFormat'
import { Column } from './Column'

/** Shows a text in full, which a click selects and a button copies. */
export function CopyBox({ text, label }: { text: string; label: string }) {
  const { t } = useFormat()
  const [copied, setCopied] = useState(false)
  const copy = () => {
    // Where the clipboard is refused, the text can still be selected.
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <Column gap={3} start>
      <Box
        component="output"
        aria-label={label}
        dir="ltr"
        sx={{
          width: '100%',
          p: 3,
          border: 1,
          borderColor: 'divider',
          borderRadius: 2,
          fontFamily: MONOSPACE,
          fontSize: 'body2.fontSize',
          overflowWrap: 'anywhere',
          userSelect: 'all',
          whiteSpace: 'pre-wrap',
          textAlign: 'start',
        }}
      >
        {text}
      </Box>
      <Button variant="outlined" startIcon={copied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
        {t(copied ? 'app.partner.copied' : 'app.partner.copy')}
      </Button>
    </Column>
  )
}
