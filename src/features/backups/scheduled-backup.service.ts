/** Scheduled backups: when they are due, how many are retained, and the result of the last one. */
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
const MAX_REASON = 500
const NAME = /^net-zero-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.zip$/

export interface BackupPlan {
  /** Absolute path; created if it is missing. */
  folder: string
  everyHours: number
  /** Number of retained backups. */
  keep: number
  /** Writes a backup; aborted by `signal`. @throws Error with the reason as its message */
  save(file: string, signal: AbortSignal): Promise<void>
}

export interface BackupJob extends Job {
  /** Aborts a running backup. Call it before stopping the jobs, which waits for running ones. */
  abort(): void
}

export function createBackupJob(plan: BackupPlan): BackupJob {
  const stopping = new AbortController()
  return {
    name: 'scheduled backup',
    everySeconds: CHECK_INTERVAL_SECONDS,
    watchedTables: ['backups'],
    abort: () => stopping.abort(),
    // A backup contains all sites; the main site's run makes it.
    findDueAt: async (ctx) => (!ctx.installation || stopping.signal.aborted ? null : new Date(await findDueTime(ctx, plan)).toISOString()),
    run: (ctx) => createScheduledBackup(ctx, plan, stopping.signal),
  }
}

async function findDueTime(ctx: Context, { everyHours }: BackupPlan): Promise<number> {
  const latest = await queries.findLatestBackup(ctx)
  if (!latest) return 0
  const everyMs = everyHours * HOUR_MS
  const hasSucceeded = latest.finishedAt !== null && latest.error === null
  return Date.parse(latest.startedAt) + (hasSucceeded ? everyMs : Math.min(everyMs, RETRY_MS))
}

/** @throws the error that stopped the backup, after it was recorded */
async function createScheduledBackup(ctx: Context, plan: BackupPlan, signal: AbortSignal): Promise<void> {
  const startedAt = new Date().toISOString()
  const name = `net-zero-${startedAt.slice(0, 19).replaceAll(':', '-')}Z.backup.zip`
  const file = join(plan.folder, name)
  const id = await queries.insertBackup(ctx, startedAt, name)
  try {
    await createBackupFolder(plan.folder, `BACKUP_FOLDER (${plan.folder})`)
    await removeUnfinished(plan.folder)
    signal.throwIfAborted()
    await plan.save(file, signal)
    const { size } = await stat(file)
    await queries.finishBackup(ctx, id, new Date().toISOString(), { bytes: size })
    await removeOld(plan)
    ctx.log.info({ file, bytes: size }, 'backup created')
  } catch (error) {
    const reason = signal.aborted ? 'The server was stopped meanwhile.' : limitText(toError(error).message, MAX_REASON)
    await queries.finishBackup(ctx, id, new Date().toISOString(), { error: reason })
    ctx.log.error({ file, reason }, 'backup failed')
    throw error
  }
}

/** Deletes the unfinished files of interrupted backups. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (NAME.test(name.replace(/\.unfinished$/, '')) && name.endsWith('.unfinished')) await rm(join(folder, name), { force: true })
}

/** Deletes backups beyond `keep`; files of other names are not ours. */
async function removeOld({ folder, keep }: BackupPlan): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
  for (const name of names.slice(0, -keep)) await rm(join(folder, name), { force: true })
}

export interface BackupState {
  lastGood: { at: string; file: string; bytes: number } | null
  /** Null if the last backup succeeded or is running. */
  lastFailure: { at: string; reason: string } | null
}

/** @returns null if there is no backup yet */
export async function findBackupState(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<BackupState | null> {
  const [latest, successful] = await Promise.all([queries.findLatestBackup(ctx), queries.findLatestGoodBackup(ctx)])
  if (!latest) return null
  const isInterrupted = latest.finishedAt === null && now - Date.parse(latest.startedAt) > MAX_DURATION_MS
  const reason = latest.error ?? (isInterrupted ? 'It was cut off: the server ended meanwhile.' : null)
  return {
    lastGood: successful
      ? { at: successful.finishedAt ?? successful.startedAt, file: successful.file, bytes: successful.bytes ?? 0 }
      : null,
    lastFailure: reason === null ? null : { at: latest.finishedAt ?? latest.startedAt, reason },
  }
}
