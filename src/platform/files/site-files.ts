/** The files of a site, wherever they lie: in a folder beside the embedded database, in the database on a PostgreSQL server. */
import type { Readable } from 'node:stream'

export interface StoredFile {
  bytes: number
  /** From its beginning; once. */
  read(): Readable
}

export interface ListedFile {
  /** As `uploads/3f9a-2400x1350/400.webp`. */
  path: string
  bytes: number
}

/** Adds one more file to a folder that is being made. */
export type AddFile = (name: string, bytes: Uint8Array) => Promise<void>

/** A file is there whole or not at all, and a folder that is made as one likewise. Names are checked by whoever gives them. */
export interface SiteFiles {
  /** Absolute path of the folder; undefined when they lie in the database. For an import, which puts another in its place. */
  readonly folder: string | undefined
  find(path: string): Promise<StoredFile | undefined>
  hasFolder(folder: string): Promise<boolean>
  /** Makes a folder with all its files, or nothing. One of that name that is there stays as it is. */
  addFolder(folder: string, make: (add: AddFile) => Promise<void>): Promise<void>
  /** Stores a file, and takes away those of its folder whose names begin so. */
  replaceFile(folder: string, name: string, bytes: Uint8Array, prefix: string): Promise<void>
  /** Those below this folder. */
  list(root: string): AsyncIterable<ListedFile>
  /** The folders right below this one, with when they were made in milliseconds. */
  listFolders(root: string): Promise<{ name: string; madeAt: number }[]>
  removeFolder(folder: string): Promise<void>
  /** @param time in milliseconds */
  removeFilesBefore(folder: string, time: number): Promise<void>
  /** What a process left that was ended while it made a folder. */
  removeUnfinished(): Promise<void>
}
