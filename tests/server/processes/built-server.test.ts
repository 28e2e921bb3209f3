/** The server build that `npm start` runs without NODE_ENV. Needs the built pages. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listCurrentBuild } from '#app/build/publish-build.ts'

/** Without the files of an earlier build, which remain for open pages. */
const serverFiles = (await listCurrentBuild('dist')).filter((file) => /^server\/.*\.js$/.test(file)).map((file) => `dist/${file}`)

/** Text that only React's development build contains; rendering with that build takes a third longer. */
const DEVELOPMENT_ONLY_TEXT = 'Invalid ARIA attribute'

test('the built server contains the production build of React and not the development build', () => {
  expect(serverFiles.length).toBeGreaterThan(10)
  expect(serverFiles.filter((file) => readFileSync(file, 'utf8').includes(DEVELOPMENT_ONLY_TEXT))).toEqual([])
  expect(readFileSync('node_modules/react-dom/cjs/react-dom-server.node.development.js', 'utf8')).toContain(DEVELOPMENT_ONLY_TEXT)
})
