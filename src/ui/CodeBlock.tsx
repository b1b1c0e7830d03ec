import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { MONOSPACE } from './theme/theme'

export const CodeTitle = ({ children }: { children: ReactNode }) => (
  <Box component="h3" sx={{ m: 0, mb: 2, fontSize: 'body2.fontSize', fontWeight: 600 }}>
    {children}
  </Box>
)

/** Titled code block, scrolling where there is not enough room. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <CodeTitle>{title}</CodeTitle>
      <Box
        component="pre"
        dir="ltr"
        tabIndex={0}
        role="region"
        aria-label={title}
        sx={{
          m: 0,
          p: 3,
          maxHeight: 260,
          overflow: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 2,
          fontFamily: MONOSPACE,
          fontSize: 'caption.fontSize',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          textAlign: 'start',
        }}
      >
        {text}
      </Box>
    </Box>
  )
}

/** Formats JSON; returns other text and truncated JSON unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
