/**
 * What stands in the places of a page that is kept for everybody (member-slot.tsx), as the server renders it for one member. In the page itself
 * the same components stand there, and are hydrated. Their links are absolute paths: the router around them has no page.
 */
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { SignedInContext, type SignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import type { PageBundle } from '#platform/pages/page-renderer.ts'
import { PostingAs } from '#site/account/posting-gate.tsx'
import { EditArticleLink } from '#site/articles/asides/edit-article-link.tsx'
import { ForumClosed, StartTopic } from '#site/forum/start-topic.tsx'
import { Membership } from '#site/home/membership.tsx'
import { HeaderAccount } from '#site/shell/header/header-account.tsx'
import { ProfileItem } from '#site/shell/menu/profile-item.tsx'
import { SiteContext, useSiteWording } from '#site/shell/use-site.ts'
import { OwnProfileLink } from '#site/user/own-profile-link.tsx'
import { WordingContext } from '#ui/text/use-wording.ts'

const nothing = () => undefined

/** By the name of the place. A test looks for a name that stands in a page and not here. */
const PARTS: Record<string, (about: number) => ReactNode> = {
  account: () => <HeaderAccount onLogin={nothing} onNear={nothing} />,
  profile: (about) => <ProfileItem shown={about || undefined} />,
  membership: () => <Membership />,
  'posting-as': () => <PostingAs />,
  'start-topic': () => <StartTopic />,
  'forum-closed': () => <ForumClosed />,
  'edit-article': (about) => <EditArticleLink id={about} />,
  'own-profile': (about) => <OwnProfileLink id={about} />,
}

export const MEMBER_PARTS = Object.keys(PARTS)

export const renderMemberPart: PageBundle['renderOwnPart'] = async ({ name, about }, transport) => {
  const part = PARTS[name]
  if (!part) throw new Error(`Nothing is known of the place ${name}.`)
  const ask = ([path, input]: QueryKey) => transport('GET', path, input)
  const [site, session] = await Promise.all([ask(siteQuery().queryKey), ask(sessionQuery().queryKey)])
  const { user } = session as Session
  return renderToString(
    <StaticRouter location="/">
      <Frame site={site as SiteInfo} user={user}>
        {part(Number(about))}
      </Frame>
    </StaticRouter>,
  )
}

function Frame({ site, user, children }: { site: SiteInfo; user: SignedIn | null; children: ReactNode }) {
  return (
    <SiteContext value={site}>
      <WordingContext value={useSiteWording(site)}>
        <SignedInContext value={user}>{children}</SignedInContext>
      </WordingContext>
    </SiteContext>
  )
}
