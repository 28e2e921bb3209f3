/** The vocabulary of the index: the number of documents that contain each word. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface WordCount {
  word: string
  term: string
  documents: number
}

/** Adds to the counts of these words; negative numbers subtract. Words that are in no document any more are deleted. */
export async function addWordCounts({ db }: Db, counts: readonly WordCount[]): Promise<void> {
  for (let at = 0; at < counts.length; at += BATCH_SIZE) {
    const part = counts.slice(at, at + BATCH_SIZE)
    await db
      .insertInto('search_words')
      .values(part)
      .onConflict((oc) =>
        oc.column('word').doUpdateSet((eb) => ({
          term: eb.ref('excluded.term'),
          documents: eb('search_words.documents', '+', eb.ref('excluded.documents')),
        })),
      )
      .execute()
  }
  const fewer = counts.flatMap(({ word, documents }) => (documents < 0 ? [word] : []))
  for (let at = 0; at < fewer.length; at += BATCH_SIZE)
    await db
      .deleteFrom('search_words')
      .where('word', 'in', fewer.slice(at, at + BATCH_SIZE))
      .where('documents', '<=', 0)
      .execute()
}
const BATCH_SIZE = 200

/** Marks the current counts as outgoing. The rebuild adds new counts to them, and `endWordRecount` subtracts the outgoing ones. */
export async function beginWordRecount({ db }: Db): Promise<void> {
  await db
    .updateTable('search_words')
    .set((eb) => ({ outgoing: eb.ref('documents') }))
    .execute()
}

export async function endWordRecount({ db }: Db): Promise<void> {
  await db
    .updateTable('search_words')
    .set((eb) => ({ documents: eb('documents', '-', eb.ref('outgoing')), outgoing: 0 }))
    .where('outgoing', '>', 0)
    .execute()
  await db.deleteFrom('search_words').where('documents', '<=', 0).execute()
}
