/** Defines the states of members, subscribers, newsletter issues and enquiries. */
import { BOTH } from './scenario.ts'
import type { StateCase } from './states.ts'
import type { IssueState } from '#features/newsletter/newsletter.context.ts'

const PUBLIC_ISSUES: readonly IssueState[] = ['sending', 'paused', 'sent']

export const peopleStates: readonly StateCase[] = [
  {
    title: 'a member whose account is closed, with posts that stay',
    covers: ['users.deleted_at'],
    async make(scenario) {
      const member = await scenario.member('closed', ['before'])
      await scenario.must('POST', '/api/forums', member, { title: 'A topic of theirs', content: 'It stays.', categoryId: 3 })
      await scenario.must('POST', '/api/forum-replies', member, { content: 'It stays.', forumId: scenario.subjects.topic[0]?.id ?? 0 })
      return () => scenario.asAdmin('DELETE', `/api/users/${member.id}`)
    },
  },
  {
    title: 'a member who is restricted, which others do not see',
    covers: ['users.restricted_at'],
    async make(scenario) {
      const member = await scenario.member('restricted', BOTH)
      return () => scenario.asAdmin('PATCH', `/api/users/${member.id}`, { isRestricted: true })
    },
  },
  {
    title: 'readers of the newsletter, confirmed or not',
    covers: ['subscribers.confirmed_at'],
    async make(scenario) {
      const [confirmed, unconfirmed] = [scenario.secret('confirmed reader'), scenario.secret('unconfirmed reader')]
      await scenario.must('POST', '/api/newsletter', undefined, { email: `${confirmed}@example.org` })
      await scenario.must('POST', '/api/newsletter', undefined, { email: `${unconfirmed}@example.org` })
      return () =>
        scenario.world.db
          .updateTable('subscribers')
          .set({ confirmed_at: new Date().toISOString() })
          .where('email', '=', `${confirmed}@example.org`)
          .execute()
    },
  },
  {
    title: 'an issue of the newsletter in each state',
    covers: ['draft', 'scheduled', 'sending', 'paused', 'sent'].map((state) => `newsletter_issues.state=${state}`),
    async make(scenario) {
      const states: IssueState[] = ['draft', 'scheduled', ...PUBLIC_ISSUES]
      const issues: [number, IssueState][] = []
      for (const state of states) issues.push([await scenario.issue(state, PUBLIC_ISSUES.includes(state) ? ['after'] : []), state])
      // Earlier than the content of the matrix, so that the next newsletter draft includes it.
      const at = '2026-01-02T00:00:00.000Z'
      return async () => {
        // Sending needs a mail server, so the rows are updated directly.
        for (const [id, state] of issues) {
          const times = PUBLIC_ISSUES.includes(state) ? { started_at: at } : { scheduled_at: state === 'scheduled' ? at : null }
          await scenario.world.db
            .updateTable('newsletter_issues')
            .set({ state, ...times })
            .where('id', '=', id)
            .execute()
        }
        scenario.world.invalidate('newsletter_issues')
      }
    },
  },
  {
    title: 'an enquiry, which only its sender and administrators see',
    covers: ['trash.kind=enquiry', 'enquiries.status', 'enquiries.closed_at'],
    async make(scenario) {
      const [name, address, notes] = [
        scenario.secret('name in an enquiry'),
        scenario.secret('address in an enquiry'),
        scenario.secret('notes of an enquiry'),
      ]
      const productId = await scenario.product('with an enquiry', BOTH)
      const body = {
        name,
        email: `${scenario.secret('email in an enquiry')}@example.org`,
        phone: '020 7946 0000',
        address,
        notes,
        productId,
      }
      const { id } = await scenario.must('POST', '/api/enquiries', undefined, body)
      return () => scenario.asAdmin('DELETE', `/api/enquiries/${id}`)
    },
  },
]
