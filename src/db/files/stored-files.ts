/**
 * Stores files as rows: `files` has their names, `file_chunks` their contents. A file is written in one transaction, so reads are atomic.
 */
import type { SiteDatabase } from '#db/tables.ts'

/** Size of a chunk, which is the memory that each concurrent reader or writer needs. */
export const CHUNK_BYTES = 256 * 1024

export interface FileLocation {
  /** Folder below the root, such as `uploads/3f9a-2400x1350`. */
  folder: string
  name: string
}

export interface FoundFile {
  id: number
  bytes: number
  /** Content of the first chunk. */
  first: Uint8Array
}

/**
 * Stores a file, in the caller's transaction.
 * @returns false if the name is taken; `content` is not read then
 * @throws Error if the length of `content` is not `bytes`
 */
export async function insertFile(
  trx: SiteDatabase,
  { folder, name, bytes, createdAt }: FileLocation & { bytes: number; createdAt: string },
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  const row = await trx
    .insertInto('files')
    .values({ folder, name, bytes, created_at: createdAt })
    .onConflict((oc) => oc.columns(['folder', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  let number = 0
  let length = 0
  for await (const chunk of rechunk(content)) {
    length += chunk.length
    await trx.insertInto('file_chunks').values({ file_id: row.id, number, content: chunk }).execute()
    number += 1
  }
  if (length !== bytes) throw new Error(`${folder}/${name} has ${length} bytes instead of ${bytes}.`)
  return true
}

/** Splits or joins parts to chunks of `CHUNK_BYTES`. An empty file has one empty chunk. */
async function* rechunk(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  let isEmpty = true
  for await (const part of content) {
    for (let offset = 0; offset < part.length;) {
      const slice = part.subarray(offset, offset + CHUNK_BYTES - length)
      waiting.push(slice)
      length += slice.length
      offset += slice.length
      if (length < CHUNK_BYTES) continue
      yield Buffer.concat(waiting)
      ;[waiting, length, isEmpty] = [[], 0, false]
    }
  }
  if (length > 0 || isEmpty) yield Buffer.concat(waiting)
}

export async function findFile(db: SiteDatabase, { folder, name }: FileLocation): Promise<FoundFile | undefined> {
  return db
    .selectFrom('files as f')
    .innerJoin('file_chunks as c', (join) => join.onRef('c.file_id', '=', 'f.id').on('c.number', '=', 0))
    .select(['f.id', 'f.bytes', 'c.content as first'])
    .where('f.folder', '=', folder)
    .where('f.name', '=', name)
    .executeTakeFirst()
}

/**
 * Yields the contents of a file. Each chunk is a separate query, so no connection is held between two chunks.
 * @throws Error if the file is deleted meanwhile
 */
export async function* readFileChunks(db: SiteDatabase, { id, bytes, first }: FoundFile): AsyncGenerator<Uint8Array> {
  let sum = first.length
  yield first
  for (let number = 1; sum < bytes; number += 1) {
    const chunk = await db
      .selectFrom('file_chunks')
      .select('content')
      .where('file_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!chunk) throw new Error('The file was deleted while it was read.')
    sum += chunk.content.length
    yield chunk.content
  }
}

const BATCH_SIZE = 500

/** Yields all files in a folder and below it. @param root folder, such as `uploads` */
export async function* listFiles(db: SiteDatabase, root: string): AsyncGenerator<FileLocation & { bytes: number; createdAt: string }> {
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('files')
      .select(['id', 'folder', 'name', 'bytes', 'created_at as createdAt'])
      .where('id', '>', last)
      .where((eb) => eb.or([eb('folder', '=', root), eb('folder', 'like', `${root}/%`)]))
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    for (const { id: _, ...file } of rows) yield file
    last = rows.at(-1)?.id ?? last
    if (rows.length < BATCH_SIZE) return
  }
}

/** Lists the folders below `root`, each with the time of its newest file. */
export async function listFolders(db: SiteDatabase, root: string): Promise<{ folder: string; createdAt: string }[]> {
  return db
    .selectFrom('files')
    .select((eb) => ['folder', eb.fn.max('created_at').as('createdAt')])
    .where('folder', 'like', `${root}/%`)
    .groupBy('folder')
    .execute()
}

export async function hasFolder(db: SiteDatabase, folder: string): Promise<boolean> {
  return (await db.selectFrom('files').select('id').where('folder', '=', folder).limit(1).executeTakeFirst()) !== undefined
}

export async function deleteFolder(db: SiteDatabase, folder: string): Promise<void> {
  await db.deleteFrom('files').where('folder', '=', folder).execute()
}

export async function deleteFilesNamed(db: SiteDatabase, folder: string, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('files').where('folder', '=', folder).where('name', 'in', names).execute()
}

export async function listFileNames(db: SiteDatabase, folder: string): Promise<string[]> {
  return (await db.selectFrom('files').select('name').where('folder', '=', folder).execute()).map(({ name }) => name)
}

export async function deleteFilesBefore(db: SiteDatabase, folder: string, time: string): Promise<void> {
  await db.deleteFrom('files').where('folder', '=', folder).where('created_at', '<', time).execute()
}
