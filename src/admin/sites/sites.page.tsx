/** Page of the main site for launched sites: list, launch settings and invitations. */
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { launchedSitesQuery, type Copy } from '#features/deployment/copies/copies.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import type { Wording } from '#wording/wording.ts'
import { DOMAIN_STATE_LABELS } from './domain-proof-labels.ts'
import { formatCopySize, COPY_NEWSLETTER_LABELS, COPY_STATE_BADGES, COPY_STATE_LABELS } from './copy-labels.ts'
import { LaunchSettingsSection } from './launch-settings.tsx'
import { formatCopyClaim } from './copy-labels.ts'
import { Invitations } from './invitations.tsx'
import { CopyPanel } from './copy-panel.tsx'

const COPIES_PER_PAGE = 20

export default function SitesPage() {
  const wording = useWording()
  const listUrl = useListUrl('state', 'newsletter')
  const [openedCopy, setOpenedCopy] = useState<Copy>()
  const stateSelect = listUrl.getFilterSelect('state', COPY_STATE_LABELS)
  const newsletterSelect = listUrl.getFilterSelect('newsletter', COPY_NEWSLETTER_LABELS)
  const list = useList(
    launchedSitesQuery({
      search: listUrl.search,
      state: stateSelect.value,
      newsletter: newsletterSelect.value,
      page: listUrl.page,
      perPage: COPIES_PER_PAGE,
    }),
  )
  return (
    <>
      <AdminHead title="Copies" caption="Sites that were launched from this one." />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={COPIES_PER_PAGE}
        pagesLabel="Pages of copies"
        tools={
          <Toolbar caption={list.data && wording.count(list.data.total, ADMIN_NOUNS.copy)}>
            <ListSearch label="Search copies" placeholder="Name or address" searchInput={listUrl.searchInput} />
            <ListSelect label="State" allLabel="All states" {...stateSelect} />
            <ListSelect label="Newsletter" allLabel="All copies" {...newsletterSelect} />
          </Toolbar>
        }
        errorTitle="The copies could not be loaded"
        noMatchTitle="No copies match"
        empty={<EmptyState title="No copies yet" text="Sites that are launched from the Deploy page appear here." />}
        table={{ label: 'Copies', columns: createColumns(wording), onOpen: setOpenedCopy }}
      />
      <LaunchSettingsSection />
      <Invitations />
      {openedCopy && <CopyPanel copy={openedCopy} onChanged={setOpenedCopy} onClose={() => setOpenedCopy(undefined)} />}
    </>
  )
}

const createColumns = (wording: Wording): DataTableColumn<Copy>[] => [
  {
    key: 'name',
    header: 'Name',
    isTitle: true,
    cell: ({ name, address, state, domain }) => (
      <>
        {name} <small>{state === 'live' ? <a href={address}>{new URL(address).host}</a> : new URL(address).host}</small>
        {domain && (
          <small>
            {domain.domain} {domain.state !== 'proven' && <Badge variant="outline">{DOMAIN_STATE_LABELS[domain.state]}</Badge>}
          </small>
        )}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, outOfService, fullKind, heldJobs, newsletter }) =>
      outOfService ? (
        <Badge variant="destructive">Out of service</Badge>
      ) : (
        <>
          <Badge variant={COPY_STATE_BADGES[state]}>{COPY_STATE_LABELS[state]}</Badge>
          {newsletter.state === 'requested' && (
            <>
              {' '}
              <Badge variant="secondary">Newsletter requested</Badge>
            </>
          )}
          {heldJobs !== null && heldJobs > 0 && (
            <>
              {' '}
              <Badge variant="secondary">Held jobs</Badge>
            </>
          )}
          {fullKind && (
            <>
              {' '}
              <Badge variant="destructive">At its limit</Badge>
            </>
          )}
        </>
      ),
  },
  { key: 'claimed', header: 'Claimed', cell: (copy) => formatCopyClaim(copy, wording) },
  { key: 'size', header: 'Size', align: 'right', cell: ({ bytes }) => formatCopySize(bytes, wording) },
  {
    key: 'active',
    header: 'Last Active',
    align: 'right',
    cell: ({ lastActiveAt }) => (lastActiveAt ? wording.shortDate(lastActiveAt) : 'Never'),
  },
  { key: 'created', header: 'Created', align: 'right', cell: ({ createdAt }) => wording.shortDate(createdAt) },
]
