/** Launches a tenant site with a copy of the main site's content, which has the same ids, slugs and usernames, but marks in every text. */
import { sql } from 'kysely'
import { features } from '#app/features.ts'
import { resetIds } from '#db/open-site.ts'
import { forAnyTable } from '#db/any-table.ts'
import { engineOf } from '#db/engine.ts'
import type { Site } from '#platform/contract/context.ts'
import { collectTables } from '#platform/contract/feature.ts'
import type { World } from './world.ts'

/** Mark in every text of the tenant site. */
export const MARK = 'Westmark'
/** Id and slug of rows that only the tenant site has. */
export const NEXT_ID = 900_001
export const NEXT_SLUG = 'only-at-the-next-site'

const TEXTS = ['name', 'title', 'content', 'summary', 'description', 'bio', 'message', 'display_name', 'subject', 'body', 'interest']
/** Tables in the order of their references, with the changed columns of the row that only the launched site has. */
const COPIED: Record<string, object> = {
  categories: { slug: NEXT_SLUG },
  users: { username: NEXT_SLUG, username_key: NEXT_SLUG, email: `${NEXT_SLUG}@example.org` },
  experts: { slug: NEXT_SLUG },
  articles: { slug: NEXT_SLUG },
  products: { slug: NEXT_SLUG },
  expert_articles: {},
  topics: {},
  replies: {},
  reviews: { user_id: NEXT_ID },
  enquiries: {},
  badges: { name: NEXT_SLUG },
}

export interface NextSite {
  host: string
  site: Site
}

export async function openNextSite({ installation }: World): Promise<NextSite> {
  const { host, status, text } = await installation.launch({ siteName: 'Next door', content: 'empty' })
  const site = installation.sites.findByHost(host)
  if (!site || site === installation.main) throw new Error(`Launch failed: ${status} ${text}`)
  await copyContent(installation.main, site)
  await markTexts(site)
  installation.built.caches.invalidate(site.id, Object.keys(COPIED))
  return { host, site }
}

async function copyContent(from: Site, to: Site): Promise<void> {
  const target = forAnyTable(to.db)
  for (const [table, changes] of Object.entries(COPIED)) {
    const rows = await forAnyTable(from.db).selectFrom(table).selectAll().orderBy('id').execute()
    const added = { ...rows[0], id: NEXT_ID, ...changes }
    for (const row of [...rows, added])
      await target
        .insertInto(table)
        .values(row)
        .onConflict((oc) => oc.doNothing())
        .execute()
  }
  await resetIds(to.db, engineOf(to.db), to.id, Object.keys(COPIED))
}

async function markTexts({ db, settings }: Site): Promise<void> {
  const any = forAnyTable(db)
  for (const { name: table } of collectTables(features)) {
    const row = await any.selectFrom(table).selectAll().limit(1).executeTakeFirst()
    const isName = (column: string) => column === 'name' && ['badges', 'uploads', 'files'].includes(table)
    for (const column of Object.keys(row ?? {}).filter((one) => TEXTS.includes(one) && !isName(one)))
      await any
        .updateTable(table)
        .set({ [column]: sql<string>`${sql.ref(column)} || ${` ${MARK}`}` })
        .where(column, 'is not', null)
        .execute()
  }
  settings.name = MARK
}
