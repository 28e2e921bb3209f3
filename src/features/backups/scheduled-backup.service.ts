/** Creates scheduled backups, deletes old ones, and reports the result of the last one. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/contract/context.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { createBackupFolder } from './backup-writer.ts'
import * as queries from './backup.queries.ts'
import { limitText } from '#wording/cut-text.ts'

const CHECK_INTERVAL_SECONDS = 300
const HOUR_MS = 3_600_000
/** Delay before a failed or interrupted backup is retried. */
const RETRY_MS = HOUR_MS
/** A backup that has not finished after this time counts as interrupted. */
const MAX_DURATION_MS = 12 * HOUR_MS
const MAX_REASON_LENGTH = 500
const BACKUP_NAME = /^net-zero-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.zip$/

export interface BackupPlan {
  /** Absolute path of the folder, which is created if it is missing. */
  folder: string
  everyHours: number
  /** Number of backups to retain. */
  keep: number
  /** Writes a backup until `signal` aborts it. @throws Error with the reason as its message */
  save(file: string, signal: AbortSignal): Promise<void>
}

export interface BackupJob extends Job {
  /** Aborts a running backup. Call it before stopping the jobs, which waits for running ones. */
  abort(): void
}

export function createBackupJob(plan: BackupPlan): BackupJob {
  const abortController = new AbortController()
  return {
    name: 'scheduled backup',
    everySeconds: CHECK_INTERVAL_SECONDS,
    watchedTables: ['backups'],
    abort: () => abortController.abort(),
    // Only the main site makes backups, as a backup contains all sites.
    findDueAt: async (ctx) =>
      !ctx.installation || abortController.signal.aborted ? null : new Date(await findDueTime(ctx, plan)).toISOString(),
    run: (ctx) => createScheduledBackup(ctx, plan, abortController.signal),
  }
}

async function findDueTime(ctx: Context, { everyHours }: BackupPlan): Promise<number> {
  const latest = await queries.findLatestBackup(ctx)
  if (!latest) return 0
  const everyMs = everyHours * HOUR_MS
  const hasSucceeded = latest.finishedAt !== null && latest.error === null
  return Date.parse(latest.startedAt) + (hasSucceeded ? everyMs : Math.min(everyMs, RETRY_MS))
}

/** Makes a backup and deletes old ones. @throws the error that stopped the backup, after it was recorded */
async function createScheduledBackup(ctx: Context, plan: BackupPlan, signal: AbortSignal): Promise<void> {
  const startedAt = new Date().toISOString()
  const name = `net-zero-${startedAt.slice(0, 19).replaceAll(':', '-')}Z.backup.zip`
  const file = join(plan.folder, name)
  const id = await queries.insertBackup(ctx, startedAt, name)
  try {
    await createBackupFolder(plan.folder, `BACKUP_FOLDER (${plan.folder})`)
    await deleteUnfinishedBackups(plan.folder)
    signal.throwIfAborted()
    await plan.save(file, signal)
    const { size } = await stat(file)
    await queries.finishBackup(ctx, id, new Date().toISOString(), { bytes: size })
    await deleteOldBackups(plan)
    ctx.log.info({ file, bytes: size }, 'backup created')
  } catch (error) {
    const reason = signal.aborted ? 'The server was stopped meanwhile.' : limitText(toError(error).message, MAX_REASON_LENGTH)
    await queries.finishBackup(ctx, id, new Date().toISOString(), { error: reason })
    ctx.log.error({ file, reason }, 'backup failed')
    throw error
  }
}

/** Deletes the unfinished files of interrupted backups. */
async function deleteUnfinishedBackups(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (BACKUP_NAME.test(name.replace(/\.unfinished$/, '')) && name.endsWith('.unfinished')) await rm(join(folder, name), { force: true })
}

/** Deletes backups beyond `keep`. Files with other names are not backups of this job and stay. */
async function deleteOldBackups({ folder, keep }: BackupPlan): Promise<void> {
  const names = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).toSorted()
  for (const name of names.slice(0, -keep)) await rm(join(folder, name), { force: true })
}

export interface BackupState {
  lastGood: { at: string; file: string; bytes: number } | null
  /** Null if the last backup succeeded or is running. */
  lastFailure: { at: string; reason: string } | null
}

/** Finds the state of the last backup. @returns null if there is no backup yet */
export async function findBackupState(ctx: Pick<Context, 'db'>, nowMs = Date.now()): Promise<BackupState | null> {
  const [latest, latestGood] = await Promise.all([queries.findLatestBackup(ctx), queries.findLatestSuccessfulBackup(ctx)])
  if (!latest) return null
  const isInterrupted = latest.finishedAt === null && nowMs - Date.parse(latest.startedAt) > MAX_DURATION_MS
  const reason = latest.error ?? (isInterrupted ? 'It was cut off: the server ended meanwhile.' : null)
  return {
    lastGood: latestGood
      ? { at: latestGood.finishedAt ?? latestGood.startedAt, file: latestGood.file, bytes: latestGood.bytes ?? 0 }
      : null,
    lastFailure: reason === null ? null : { at: latest.finishedAt ?? latest.startedAt, reason },
  }
}
