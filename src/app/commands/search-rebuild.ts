/**
 * `npm run search:rebuild`: asks for the index of the search to be made anew on every site, also while it is served. Whoever serves
 * begins with the next thing that is written on the site, or at the next start.
 */
import { writeBesideOwner } from '#db/whole-sites/beside-owner.ts'
import { requestIndexRebuild } from '#features/search/indexing/search-index.service.ts'
import { runCommand } from './installation-commands.ts'

await runCommand(async (config) => {
  await writeBesideOwner(config, async (site, db) => {
    const isAsked = await requestIndexRebuild({ db })
    console.log(isAsked ? `${site}: the index will be made anew; until then what is there answers.` : `${site}: has no index yet.`)
  })
})
