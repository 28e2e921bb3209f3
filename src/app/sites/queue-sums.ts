/** Sums unsent mails and queued jobs over all open sites. */
import { countJobs } from '#features/job-queue/job-queue.service.ts'
import { countUnsentMail } from '#features/mail/mail.service.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'

export async function sumMails(sites: SiteDirectory): Promise<{ waiting: number; failed: number }> {
  const totals = { waiting: 0, failed: 0 }
  for (const { db } of sites.list()) {
    const { waiting, failed } = await countUnsentMail({ db })
    totals.waiting += waiting
    totals.failed += failed
  }
  return totals
}

export async function sumQueues(sites: SiteDirectory): Promise<Awaited<ReturnType<typeof countJobs>>> {
  const totals = { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 }
  for (const { db } of sites.list()) {
    const counts = await countJobs({ db })
    for (const state of ['waiting', 'running', 'failed'] as const) totals[state] += counts[state]
    totals.oldestSeconds = Math.max(totals.oldestSeconds, counts.oldestSeconds)
  }
  return totals
}
