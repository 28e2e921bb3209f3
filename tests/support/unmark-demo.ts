import type { Site } from '#platform/contract/context.ts'

const TABLES = ['products', 'reviews', 'articles', 'experts', 'expert_articles', 'topics', 'replies', 'enquiries', 'users'] as const

/** Turns the demo content of a new site into content of real people, for tests of what search engines and feeds get of it. */
export async function unmarkDemo({ db, settings }: Pick<Site, 'db' | 'settings'>): Promise<void> {
  for (const table of TABLES) await db.updateTable(table).set({ is_demo: false }).execute()
  settings.demoContent = false
}
