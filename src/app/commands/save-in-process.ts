/** Runs the scheduled backup in a separate process with low priority, by the same command that an operator runs. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createBackupJob, type BackupJob } from '#features/backups/scheduled-backup.service.ts'
import type { Config } from '#platform/config/config.ts'

/** Creates the job for scheduled backups. @returns `undefined` if BACKUP_FOLDER is not set */
export function createScheduledBackup(config: Config): BackupJob | undefined {
  const { backupFolder: folder, backupEveryHours: everyHours, backupKeep: keep } = config
  if (folder === undefined) return undefined
  return createBackupJob({ folder, everyHours, keep, save: (file, signal) => backUpInProcess(config, file, signal) })
}

/** Runs a backup in a child process. @throws Error with the reason that the child process printed to stderr, or an AbortError */
export async function backUpInProcess(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  // The IPC channel closes with this process, which ends the child.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup.ts'), file], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(0, 10_000)))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  // The prefix is removed, because the log and the screens add "backup failed".
  const readReason = () => stderr.replace('Backup failed: ', '').trim() || 'The backup process was ended.'
  child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(readReason()))))
  await promise
}
