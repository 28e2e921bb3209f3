/** Interface to the files of a site, which are in a folder next to the embedded database, or in the database on a PostgreSQL server. */
import type { Readable } from 'node:stream'

/** A file that can be read. */
export interface StoredFile {
  bytes: number
  /** Opens a stream of the whole file. */
  read(): Readable
}

/** Path and size of a file. */
export interface ListedFile {
  /** Path relative to the site's files, such as `uploads/3f9a-2400x1350/400.webp`. */
  path: string
  bytes: number
}

/** Adds a file to a folder that is being created. */
export type AddFile = (name: string, bytes: Uint8Array) => Promise<void>

/**
 * The files of a site. Files and folders are written atomically. Callers must validate paths, which are relative. All methods throw errors
 * of the file system or the database.
 */
export interface SiteFiles {
  /** Absolute path of the folder, for imports that replace it; `undefined` if the files are in the database. */
  readonly folder: string | undefined
  /** Finds a file. @returns `undefined` if there is no such file */
  find(path: string): Promise<StoredFile | undefined>
  hasFolder(folder: string): Promise<boolean>
  /** Creates a folder with the files that `make` adds. Does nothing if the folder exists. @throws the error of `make` */
  addFolder(folder: string, make: (add: AddFile) => Promise<void>): Promise<void>
  /** Stores a file and deletes the other files in its folder whose names begin with `prefix`. */
  replaceFile(folder: string, name: string, bytes: Uint8Array, prefix: string): Promise<void>
  /** Lists all files below a folder, recursively. */
  list(root: string): AsyncIterable<ListedFile>
  /** Lists the direct subfolders. `createdAtMs` is a Unix time. */
  listFolders(root: string): Promise<{ name: string; createdAtMs: number }[]>
  removeFolder(folder: string): Promise<void>
  /** Deletes the files directly in a folder that were created before a time. @param timeMs Unix time */
  removeFilesBefore(folder: string, timeMs: number): Promise<void>
  /** Removes folders that a process left unfinished when it was killed. */
  removeUnfinished(): Promise<void>
}
