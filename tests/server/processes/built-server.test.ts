/** What `npm start` runs, where nobody has set NODE_ENV. The pages must be built. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listCurrentBuild } from '#app/build/publish-build.ts'

/** Without what an earlier build has left for those that still use it. */
const serverFiles = (await listCurrentBuild('dist')).filter((file) => /^server\/.*\.js$/.test(file)).map((file) => `dist/${file}`)

/** Only the form of React for development says this. A page that is made anew takes it a third longer. */
const LOOKS_FOR_MISTAKES = 'Invalid ARIA attribute'

test('the server draws pages with React’s production form, and has no other', () => {
  expect(serverFiles.length).toBeGreaterThan(10)
  expect(serverFiles.filter((file) => readFileSync(file, 'utf8').includes(LOOKS_FOR_MISTAKES))).toEqual([])
  expect(readFileSync('node_modules/react-dom/cjs/react-dom-server.node.development.js', 'utf8')).toContain(LOOKS_FOR_MISTAKES)
})

test('the names of React are looked up once, and not at each use', () => {
  const files = serverFiles.map((file) => readFileSync(file, 'utf8'))
  expect(files.filter((text) => text.includes('__toESM(require_react()'))).toHaveLength(1)
  expect(files.join('\n')).toContain('var useState = import_react.useState;')
})
