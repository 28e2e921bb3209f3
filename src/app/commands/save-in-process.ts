/** A backup by a process of its own, behind visitors' requests: the command that an operator runs. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createBackupJob, type BackupJob } from '#features/backups/scheduled-backup.service.ts'
import type { Config } from '#platform/config/config.ts'

/** @returns undefined when no folder is set */
export function createScheduledBackup(config: Config): BackupJob | undefined {
  const { backupFolder: folder, backupEveryHours: everyHours, backupKeep: keep } = config
  if (folder === undefined) return undefined
  return createBackupJob({ folder, everyHours, keep, save: (file, signal) => saveInProcess(config, file, signal) })
}

/** @throws Error with what the process complained of */
export async function saveInProcess(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  // It ends when this process ends, as their channel does.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup.ts'), file], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  let complained = ''
  child.stderr?.on('data', (chunk: Buffer) => (complained = (complained + chunk.toString()).slice(0, 10_000)))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(complained.trim() || 'The process that saves was ended.'))))
  await promise
}
