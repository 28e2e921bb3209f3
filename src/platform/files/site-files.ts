/** The files of a site: in a folder next to the embedded database, or in the database on a PostgreSQL server. */
import type { Readable } from 'node:stream'

export interface StoredFile {
  bytes: number
  /** Streams the whole file. */
  read(): Readable
}

export interface ListedFile {
  /** Such as `uploads/3f9a-2400x1350/400.webp`. */
  path: string
  bytes: number
}

/** Adds a file to a folder that is being created. */
export type AddFile = (name: string, bytes: Uint8Array) => Promise<void>

/** Files and folders are written atomically. Callers validate paths. All methods throw the errors of the file system or the database. */
export interface SiteFiles {
  /** Absolute path of the folder, for imports that replace it; undefined if the files are in the database. */
  readonly folder: string | undefined
  /** @returns undefined if there is no such file */
  find(path: string): Promise<StoredFile | undefined>
  hasFolder(folder: string): Promise<boolean>
  /** Creates a folder with the files that `make` adds. Does nothing if the folder exists. @throws what `make` throws */
  addFolder(folder: string, make: (add: AddFile) => Promise<void>): Promise<void>
  /** Stores a file and deletes the others of its folder whose names begin with `prefix`. */
  replaceFile(folder: string, name: string, bytes: Uint8Array, prefix: string): Promise<void>
  /** Lists all files below a folder, recursively. */
  list(root: string): AsyncIterable<ListedFile>
  /** Lists the direct subfolders. `madeAt` is in milliseconds since 1970. */
  listFolders(root: string): Promise<{ name: string; madeAt: number }[]>
  removeFolder(folder: string): Promise<void>
  /** @param time in milliseconds since 1970 */
  removeFilesBefore(folder: string, time: number): Promise<void>
  /** Removes folders that a process left unfinished when it was killed. */
  removeUnfinished(): Promise<void>
}
