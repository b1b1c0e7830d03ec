import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { Mail, MailBlock } from '../../../contract/entities/mail'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { SecondaryText } from '../../ui/Text'

/** Renders a mail as its recipient gets it, in its own language and direction. */
export function Letter({ mail }: { mail: Pick<Mail, 'language' | 'content'> }) {
  const { tag, rtl } = LANGUAGE_TABLE[mail.language]
  return (
    <Box lang={tag} dir={rtl ? 'rtl' : 'ltr'} sx={{ display: 'grid', gap: 4, maxWidth: 600, lineHeight: 1.5 }}>
      {mail.content.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </Box>
  )
}

function Block({ block }: { block: MailBlock }) {
  switch (block.kind) {
    case 'text':
      return <div>{block.text}</div>
    case 'quiet':
      return (
        <Box sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', borderTop: 1, borderColor: 'divider', pt: 4 }}>
          {block.text}
        </Box>
      )
    case 'link':
      return <Box sx={{ color: 'text.secondary', textDecoration: 'underline' }}>{block.text}</Box>
    case 'ride':
      return (
        <Paper variant="outlined" sx={{ px: 4, py: 3, borderRadius: 2 }}>
          <Box
            sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', mb: 2 }}
          >{`${block.day} · ${block.code}`}</Box>
          {[block.from, block.to].map(({ time, place }, index) => (
            <Box key={index} sx={{ display: 'flex', gap: 4, py: 0.5 }}>
              <Box component="b" sx={{ minWidth: 48, fontWeight: 600 }}>
                {time}
              </Box>
              <bdi>{place}</bdi>
            </Box>
          ))}
        </Paper>
      )
    case 'facts':
      return (
        <Paper component="dl" variant="outlined" sx={{ px: 4, py: 3, borderRadius: 2, m: 0 }}>
          {block.rows.map(({ label, value }) => (
            <Box key={label} sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, py: 0.5 }}>
              <SecondaryText component="dt">{label}</SecondaryText>
              <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
                <bdi>{value}</bdi>
              </Box>
            </Box>
          ))}
        </Paper>
      )
  }
}
