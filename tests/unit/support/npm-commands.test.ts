import { expect, test } from 'vitest'
import { npmCommands } from '../../support/npm-commands'

const README = `
Run \`npm run gone\` or:

\`\`\`sh
npm ci && npm start -- --demo   # opens on 8080
$ npm run import:gtfs -- feed.zip --from 2026-03-02 --to 2026-03-08
\`\`\`

\`\`\`
npm start -- --demo
node --version
\`\`\`
`

test('npm commands are found in the code blocks, each once', () => {
  expect(npmCommands(README)).toEqual([
    'npm ci',
    'npm start -- --demo',
    'npm run import:gtfs -- feed.zip --from 2026-03-02 --to 2026-03-08',
  ])
})
