/** Stores the pictures of posts. A post shows a picture of its text only if its author has uploaded it. */
import { moveToTrash, restoreRows, type RestoreHook } from '#features/trash/trash.service.ts'
import { storePictureFiles } from '#features/uploads/upload.service.ts'
import { actingUserId } from '#features/users/user.service.ts'
import type { PostPicture } from '#features/writing/writing.contract.ts'
import { MAX_POST_PICTURES, UNSENT_PICTURE_HOURS } from '#features/writing/writing-limits.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import * as queries from './post-picture.queries.ts'
import { findPictureNamesIn } from './picture-markup.policy.ts'

export type { PicturedPost } from './post-picture.queries.ts'
export const { findPublicPicture, listPictureRows, toPictureUrl } = queries

/**
 * Moves a picture to the trash, after which its post shows the alternative text. Call it in the transaction of a moderator's decision.
 * @param id `post_pictures.id`
 * @returns the trash id; null if the picture does not exist
 */
export async function removePicture(trxCtx: Pick<Context, 'db' | 'viewer'>, id: number): Promise<number | null> {
  const row = await queries.takePicture(trxCtx, id)
  if (!row) return null
  return moveToTrash(trxCtx, { kind: 'post_picture', subjectId: id, title: row.alt, rows: { tables: [['post_pictures', [row]]] } })
}

export const restorePicture: RestoreHook = (ctx, _item, rows) => restoreRows(ctx, rows)

export async function uploadPostPicture(ctx: Context, bytes: Buffer, alt: string): Promise<PostPicture> {
  const userId = actingUserId(ctx, undefined)
  const name = await storePictureFiles(ctx, bytes)
  return queries.upsertUnsentPicture(ctx, { userId, name, alt, bytes: bytes.length })
}

/**
 * Makes the pictures in the text part of the post. Call it in the transaction that inserts or changes the post. Pictures that are no longer
 * in the text stay part of the post, because its earlier versions contain them.
 * @param userId the author of the post; pictures of other members are left out
 * @throws AppError 400 for `content` if the text contains too many pictures
 */
export async function attachPictures(ctx: Pick<Context, 'db'>, post: queries.PicturedPost, userId: number, content: string): Promise<void> {
  const names = findPictureNamesIn(content)
  if (names.length === 0) return
  if (names.length > MAX_POST_PICTURES) throw badRequest(TOO_MANY, [{ path: 'content', message: TOO_MANY }])
  const rows = await queries.listPicturesOfMember(ctx, userId, names)
  for (const name of names) {
    const sameRows = rows.filter((row) => row.name === name)
    if (sameRows.some((row) => ('topicId' in post ? row.topic_id === post.topicId : row.reply_id === post.replyId))) continue
    const unsent = sameRows.find((row) => row.topic_id === null && row.reply_id === null)
    const [other] = sameRows
    if (unsent) await queries.setPostOfPicture(ctx, unsent.id, post)
    else if (other) await queries.insertPictureOfPost(ctx, other, post)
  }
}

const TOO_MANY = `A post can have up to ${MAX_POST_PICTURES} pictures.`

const UNSENT_MS = UNSENT_PICTURE_HOURS * 3_600_000

/**
 * Deletes the pictures that were uploaded a day ago and are in no post. Their files are deleted by the job of the uploads feature.
 * @returns when the oldest remaining picture is due; null if there is none
 */
export async function removeUnsentPictures(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteUnsentPicturesBefore(ctx, new Date(now - UNSENT_MS).toISOString())
  return addMs(await queries.findOldestUnsent(ctx), UNSENT_MS)
}
