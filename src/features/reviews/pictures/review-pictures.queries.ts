import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface NewPicture {
  reviewId: number
  userId: number
  name: string
  alt: string
  bytes: number
}

const toPictureUrl = (name: string): string => `/uploads/${name}.webp`

export interface ReviewPicture {
  id: number
  url: string
  alt: string
}

/** Returns the pictures of each review, in the order in which they were added. Reviews without pictures are missing from the map. */
export async function listPicturesOf({ db }: Db, reviewIds: readonly number[]): Promise<Map<number, ReviewPicture[]>> {
  const pictures = new Map<number, ReviewPicture[]>()
  if (reviewIds.length === 0) return pictures
  const rows = await db
    .selectFrom('review_pictures')
    .select(['id', 'review_id as reviewId', 'name', 'alt'])
    .where('review_id', 'in', reviewIds)
    .orderBy('id')
    .execute()
  for (const { reviewId, id, name, alt } of rows) {
    const previous = pictures.get(reviewId) ?? []
    pictures.set(reviewId, [...previous, { id, url: toPictureUrl(name), alt }])
  }
  return pictures
}

/** @returns false, without a change, if the review already has the same picture */
export async function insertPicture({ db }: Db, { reviewId, userId, name, alt, bytes }: NewPicture): Promise<boolean> {
  const row = await db
    .insertInto('review_pictures')
    .values({ review_id: reviewId, user_id: userId, name, alt, bytes, created_at: new Date().toISOString() })
    .onConflict((oc) => oc.columns(['review_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countPictures({ db }: Db, reviewId: number): Promise<number> {
  const { n } = await db
    .selectFrom('review_pictures')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('review_id', '=', reviewId)
    .executeTakeFirstOrThrow()
  return n
}

/** @returns false if the review has no such picture */
export async function deletePicture({ db }: Db, reviewId: number, id: number): Promise<boolean> {
  const row = await db
    .deleteFrom('review_pictures')
    .where('review_id', '=', reviewId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a picture. @returns the deleted row; undefined if it does not exist */
export const takePicture = ({ db }: Db, id: number) =>
  db.deleteFrom('review_pictures').where('id', '=', id).returningAll().executeTakeFirst()

export async function deletePicturesOfPerson({ db }: Db, userId: number): Promise<void> {
  await db.deleteFrom('review_pictures').where('user_id', '=', userId).execute()
}

/** Returns the names, among `names`, of pictures that belong to a review, including reviews in the trash. */
export async function findPictureNames(ctx: Db, names: readonly string[]): Promise<Set<string>> {
  const publishedNames = await findPublishedPictureNames(ctx, names)
  const trashedNames = await findTrashedPictureNames(
    ctx,
    names.filter((name) => !publishedNames.has(name)),
  )
  return new Set([...publishedNames, ...trashedNames])
}

/** Returns the names, among `names`, of pictures that belong only to reviews in the trash: hidden reviews and reviews of deleted products. */
export async function findHiddenPictureNames(ctx: Db, names: readonly string[]): Promise<Set<string>> {
  const publishedNames = await findPublishedPictureNames(ctx, names)
  return findTrashedPictureNames(
    ctx,
    names.filter((name) => !publishedNames.has(name)),
  )
}

async function findPublishedPictureNames({ db }: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('review_pictures').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}

async function findTrashedPictureNames({ db }: Db, names: readonly string[]): Promise<Set<string>> {
  const trashedNames = new Set<string>()
  for (const name of names) {
    const trashRow = await db
      .selectFrom('trash')
      .select('id')
      .where('kind', 'in', ['review', 'product', 'review_picture'])
      .where('rows', 'like', `%"${name}"%`)
      .limit(1)
      .executeTakeFirst()
    if (trashRow) trashedNames.add(name)
  }
  return trashedNames
}

export async function findPicturesOfPerson({ db }: Db, { id }: { id: number }) {
  const rows = await db
    .selectFrom('review_pictures')
    .select(['review_id as reviewId', 'name', 'alt', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ name, ...row }) => ({ ...row, url: toPictureUrl(name) }))
}
