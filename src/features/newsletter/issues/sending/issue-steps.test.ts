/** Tests the state transitions of an issue: their effects, refusals and audit entries. */
import { describe, expect, test } from 'vitest'
import { admin, ctx, draft, entries, jobs, NOW, refused, rowOf, setState, START, useIssueFixture } from '#tests/support/issue-fixture.ts'
import { ISSUE_STATES } from '#features/newsletter/issues/issue.policy.ts'
import { pauseIssue, resumeIssue, sendIssue, testIssue, unscheduleIssue } from './issue-sending.service.ts'
import { assertUnchanged, changeIssue, deleteIssue, getIssue, getMailOrigin } from '#features/newsletter/issues/issue.service.ts'

useIssueFixture()

describe('issue transitions', () => {
  test('update the row, queue one job and write an audit entry', async () => {
    const id = await draft()
    const entryOf = (action: string, title = 'June') => [action, 'issue', id, title, admin.id]
    expect(await entries()).toEqual([entryOf('issue.create', `Issue ${id}`), entryOf('issue.edit')])
    const later = new Date(START + 3_600_000).toISOString()
    expect(await sendIssue(ctx, id, { at: later })).toMatchObject({ id, state: 'scheduled', scheduledAt: later })
    expect(await jobs()).toEqual([later])
    expect((await rowOf(id)).origin).toBe('https://green.example')
    expect(await unscheduleIssue(ctx, id)).toMatchObject({ state: 'draft', scheduledAt: null })
    expect(await jobs()).toEqual([])
    // A time in the past means now.
    await sendIssue(ctx, id, { at: '2020-01-01T00:00:00.000Z' })
    expect((await rowOf(id)).scheduled_at).toBe(NOW)
    expect(await jobs()).toEqual([NOW])
    await ctx.db.updateTable('newsletter_issues').set({ last_error: 'x' }).execute()
    await sendIssue(ctx, id, {})
    expect((await rowOf(id)).last_error).toBeNull()
    expect(await jobs()).toEqual([NOW])
    await setState(id, 'sending')
    expect(await pauseIssue(ctx, id)).toMatchObject({ state: 'paused' })
    expect(await jobs()).toEqual([])
    await ctx.db.updateTable('newsletter_issues').set({ last_error: 'x' }).execute()
    expect(await resumeIssue(ctx, id)).toMatchObject({ state: 'sending' })
    expect((await rowOf(id)).last_error).toBeNull()
    expect(await jobs()).toEqual([NOW])
    expect((await entries()).slice(2)).toEqual(
      ['schedule', 'unschedule', 'schedule', 'send', 'pause', 'resume'].map((verb) => entryOf(`issue.${verb}`)),
    )
  })

  const MESSAGES = {
    draft: 'This issue is a draft.',
    scheduled: 'This issue is scheduled.',
    sending: 'This issue is being sent.',
    paused: 'This issue is paused.',
    sent: 'This issue has been sent.',
  }
  const TRANSITIONS = [
    ['sendIssue', (id: number) => sendIssue(ctx, id, {}), ['draft', 'scheduled']],
    ['unscheduleIssue', (id: number) => unscheduleIssue(ctx, id), ['scheduled']],
    ['pauseIssue', (id: number) => pauseIssue(ctx, id), ['sending']],
    ['resumeIssue', (id: number) => resumeIssue(ctx, id), ['paused']],
  ] as const
  test.each(TRANSITIONS)('%s returns 409 in every state that does not allow it', async (_name, transition, allowedStates) => {
    const id = await draft()
    for (const state of ISSUE_STATES.filter((candidate) => !(allowedStates as readonly string[]).includes(candidate))) {
      await setState(id, state)
      await expect(transition(id)).rejects.toMatchObject(refused(409, 'issue.other_state', MESSAGES[state]))
    }
    await expect(transition(999_999)).rejects.toMatchObject(refused(404, 'issue.not_found', 'No such issue.'))
  })

  test('the text can be changed until sending starts, and the rate until the issue is sent', async () => {
    const id = await draft()
    for (const state of ['sending', 'paused'] as const) {
      await setState(id, state)
      await expect(changeIssue(ctx, id, { subject: 'July' })).rejects.toMatchObject(
        refused(409, 'issue.gone_out', 'Sending has started, so this issue can no longer be changed.'),
      )
      for (const change of [{ entries: [] }, { audience: [1] }])
        await expect(changeIssue(ctx, id, change)).rejects.toMatchObject({ code: 'issue.gone_out' })
      expect(await changeIssue(ctx, id, { rate: 7 })).toMatchObject({ rate: 7 })
      await expect(deleteIssue(ctx, id)).rejects.toMatchObject({ code: 'issue.gone_out' })
    }
    await setState(id, 'sent')
    const alreadySent = refused(409, 'issue.gone_out', 'This issue has already been sent.')
    for (const change of [{ subject: 'July' }, { rate: 7 }]) await expect(changeIssue(ctx, id, change)).rejects.toMatchObject(alreadySent)
    await setState(id, 'draft')
    const versionBefore = (await rowOf(id)).changed_at
    expect(await changeIssue(ctx, id, { subject: 'July', audience: [2, 1, 2] })).toMatchObject({ subject: 'July', audience: [2, 1] })
    // `changed_at` grows with every change, because it is the version for optimistic concurrency.
    expect((await rowOf(id)).changed_at > versionBefore).toBe(true)
    expect((await entries()).at(-1)).toEqual(['issue.edit', 'issue', id, 'July', admin.id])
    expect(await deleteIssue(ctx, id)).toEqual({ ok: true })
    expect((await entries()).at(-1)).toEqual(['issue.delete', 'issue', id, 'July', admin.id])
    await expect(getIssue(ctx, id)).rejects.toMatchObject({ code: 'issue.not_found' })
  })

  test('are refused after concurrent changes and for incomplete issues; links never use an untrusted Host header', async () => {
    const id = await draft()
    const changed = refused(409, 'issue.changed', 'Someone else has changed this issue.')
    const { changed_at: changedAt } = await rowOf(id)
    await expect(sendIssue(ctx, id, { unchangedSince: NOW })).rejects.toMatchObject(changed)
    await expect(changeIssue(ctx, id, { rate: 7, unchangedSince: NOW })).rejects.toMatchObject(changed)
    await assertUnchanged(ctx, id, undefined)
    await assertUnchanged(ctx, id, changedAt)
    const missingField = (path: string, fieldMessage: string, message = fieldMessage) =>
      refused(400, 'input.invalid', message, [{ path, message: fieldMessage }])
    await changeIssue(ctx, id, { subject: '  ' })
    for (const step of [() => sendIssue(ctx, id, {}), () => testIssue(ctx, id)])
      await expect(step()).rejects.toMatchObject(missingField('subject', 'Subject is required'))
    await changeIssue(ctx, id, { subject: 'June', intro: ' \n' })
    await expect(sendIssue(ctx, id, {})).rejects.toMatchObject(missingField('intro', 'Enter a text, or add an entry', 'An empty issue'))
    await changeIssue(ctx, id, { entries: [{ kind: 'note', title: 'Peat', text: 'x', path: '/about' }] })
    await sendIssue(ctx, id, {})
    const untrusted = { ...ctx, caller: { clientIp: '', userAgent: '', origin: 'https://evil.example' } }
    expect(() => getMailOrigin(untrusted)).toThrow('Emails need the address of the site. Ask the operator to set PUBLIC_URL.')
    expect(getMailOrigin(ctx)).toBe('https://green.example')
  })

  test('testIssue mails the issue to the caller only', async () => {
    const id = await draft()
    await expect(testIssue({ ...ctx, viewer: null }, id)).rejects.toMatchObject({ status: 401 })
    expect(await testIssue(ctx, id)).toEqual({ email: 'rae@example.org' })
    const [mail] = await ctx.db.selectFrom('mails').selectAll().execute()
    expect(mail).toMatchObject({ to_address: 'rae@example.org', subject: 'Test: June' })
    expect(mail?.body).toContain('https://green.example/newsletter')
    await ctx.db.updateTable('users').set({ email: null }).where('id', '=', admin.id).execute()
    await expect(testIssue(ctx, id)).rejects.toMatchObject(
      refused(409, 'issue.no_email', 'Add an email address to your account first. The test is sent there.'),
    )
    await ctx.db.updateTable('users').set({ email: 'rae@example.org' }).where('id', '=', admin.id).execute()
  })
})
