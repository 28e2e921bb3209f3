/**
 * `npm run search:rebuild`: requests a rebuild of every site's search index, also while the server runs. The server starts it at the
 * site's next write, or at its own next start.
 */
import { writeToRunningInstallation } from '#db/whole-sites/running-installation.ts'
import { requestIndexRebuild } from '#features/search/indexing/search-index.service.ts'
import { runCommand } from './installation-commands.ts'

await runCommand('Search rebuild request', async (config) => {
  await writeToRunningInstallation(config, async (site, db) => {
    const isRequested = await requestIndexRebuild({ db })
    console.log(isRequested ? `${site}: index rebuild requested; until it is done searches use the old index.` : `${site}: no index yet.`)
  })
})
