/** Totals over all sites: unsent mails and queued jobs. */
import { countJobs } from '#features/job-queue/job-queue.service.ts'
import { countUnsentMail } from '#features/mail/mail.service.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'

export async function sumMails(sites: SiteDirectory): Promise<{ waiting: number; failed: number }> {
  const sum = { waiting: 0, failed: 0 }
  for (const { db } of sites.list()) {
    const { waiting, failed } = await countUnsentMail({ db })
    sum.waiting += waiting
    sum.failed += failed
  }
  return sum
}

export async function sumQueues(sites: SiteDirectory): Promise<Awaited<ReturnType<typeof countJobs>>> {
  const sum = { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 }
  for (const { db } of sites.list()) {
    const counts = await countJobs({ db })
    for (const state of ['waiting', 'running', 'failed'] as const) sum[state] += counts[state]
    sum.oldestSeconds = Math.max(sum.oldestSeconds, counts.oldestSeconds)
  }
  return sum
}
