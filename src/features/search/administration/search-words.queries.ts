/** The vocabulary of the index: in how many documents each word stands. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface WordCount {
  word: string
  term: string
  documents: number
}

/** Adds to the counts of these words; negative numbers take away. A word that is nowhere any more goes. */
export async function addWordCounts({ db }: Db, counts: readonly WordCount[]): Promise<void> {
  for (let at = 0; at < counts.length; at += WORDS_AT_ONCE) {
    const part = counts.slice(at, at + WORDS_AT_ONCE)
    await db
      .insertInto('search_words')
      .values(part)
      .onConflict((clash) =>
        clash.column('word').doUpdateSet((eb) => ({
          term: eb.ref('excluded.term'),
          documents: eb('search_words.documents', '+', eb.ref('excluded.documents')),
        })),
      )
      .execute()
  }
  const fewer = counts.flatMap(({ word, documents }) => (documents < 0 ? [word] : []))
  for (let at = 0; at < fewer.length; at += WORDS_AT_ONCE)
    await db
      .deleteFrom('search_words')
      .where('word', 'in', fewer.slice(at, at + WORDS_AT_ONCE))
      .where('documents', '<=', 0)
      .execute()
}
const WORDS_AT_ONCE = 200

/** From now on all is counted anew, on top of what there is: that goes at the end. */
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
