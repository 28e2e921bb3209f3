import { EXPORT_URL, type OwnAccount } from '#features/accounts/account.client.ts'
import { ChangePasswordForm } from '#features/accounts/passwords/change-password-form.tsx'
import { DeleteAccount } from '#features/accounts/profile/personal-data/delete-account.tsx'
import { Passkeys } from '#features/accounts/passkeys/passkeys.tsx'
import { OwnSessions } from '#features/accounts/sessions/own-sessions.tsx'
import { SecondFactor } from '#features/accounts/second-factor/second-factor.tsx'
import { NoticeSettings } from '#features/notices/notice-settings.tsx'
import { MutedMembers } from '#features/mutes/muted-members.tsx'
import { MemberLink } from '#site/user/member-link.tsx'
import { paths } from '#site/paths.ts'
import { DeletedPosts } from '#site/posts/deleted-posts.tsx'
import { Link } from '#ui/router/link.tsx'
import * as styles from './account.module.css'

export function SecurityPanel({ account }: { account: OwnAccount }) {
  return (
    <div className={styles.accountColumns}>
      <section aria-labelledby="password-title">
        <h2 id="password-title">Password</h2>
        <ChangePasswordForm account={account} />
      </section>
      <section aria-labelledby="factor-title">
        <h2 id="factor-title">One-time codes</h2>
        <SecondFactor account={account} />
      </section>
      <Passkeys account={account} />
    </div>
  )
}

export function NoticeSettingsPanel() {
  return (
    <section aria-labelledby="notices-title">
      <h2 id="notices-title">Email notifications</h2>
      <p className={styles.accountDeck}>
        You can see everything on the site under <Link to={paths.notices()}>Notifications</Link>. We do not email you what you have already
        seen there.
      </p>
      <NoticeSettings />
    </section>
  )
}

export function MutedPanel() {
  return (
    <section aria-labelledby="muted-title">
      <h2 id="muted-title">Muted members</h2>
      <p className={styles.accountDeck}>Their posts are hidden for you, and you get no notifications about them. They cannot see this.</p>
      <MutedMembers renderName={({ userId, username }) => <MemberLink id={userId}>{username}</MemberLink>} />
    </section>
  )
}

export function SessionsPanel({ account, onEnded }: { account: OwnAccount; onEnded: () => void }) {
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      <p className={styles.accountDeck}>
        A session ends {account.isAdmin ? 'twelve hours' : 'thirty days'} after your last visit, and at the latest{' '}
        {account.isAdmin ? 'seven' : 'ninety'} days after you signed in. End any that you do not recognise, then change your password.
      </p>
      <OwnSessions onEnded={onEnded} />
    </section>
  )
}

export function OwnDataPanel({ onDeleted }: { onDeleted: () => void }) {
  return (
    <div className={styles.accountColumns}>
      <DeletedPosts />
      <section aria-labelledby="export-title">
        <h2 id="export-title">Download your data</h2>
        <p className={styles.accountDeck}>
          One JSON file with everything we hold about you: account, topics, replies, reviews, votes, points, enquiries and sessions. Read{' '}
          <Link to={paths.about('privacy')}>what we store and for how long</Link>.
        </p>
        <p className="actions">
          <a className="btn" data-variant="quiet" href={EXPORT_URL} download>
            Download my data
          </a>
        </p>
      </section>
      <section aria-labelledby="delete-title">
        <h2 id="delete-title">Delete your account</h2>
        <p className={styles.accountDeck}>
          Your name, email address, picture and password are removed at once and permanently. Your topics, replies and reviews stay under
          the name “Deleted member”, because others have replied to them. Download your data first if you want to keep it.
        </p>
        <DeleteAccount onDeleted={onDeleted} />
      </section>
    </div>
  )
}
