/** The copies of the platform that this site has launched. Only the main site has any. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { countOf } from '#admin/list/count-of.ts'
import { ListSearch, ListSelect, oneOf } from '#admin/list/list-filters.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useListAddress } from '#admin/list-address.ts'
import { Facts, SidePanel } from '#admin/panel/side-panel.tsx'
import { copiesQuery, type Copy } from '#features/deployment/copies.client.ts'
import { Badge } from '#ui/badge.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { shortDate, shortDateTime } from '#ui/format-date.ts'
import { Notice } from '#ui/notice.tsx'
import { Toolbar } from '#ui/toolbar.tsx'
import { CopyActions } from './copy-actions.tsx'
import { sizeWords, STATE_LOOKS, STATES } from './copy-words.ts'
import { LaunchingSettings } from './launching-settings.tsx'
import './sites.css'

const PER_PAGE = 20

export default function SitesPage() {
  const address = useListAddress('state')
  const [opened, open] = useState<Copy>()
  const state = oneOf(STATES, address.filters.state)
  const list = useQuery({
    ...copiesQuery({ search: address.search, state, page: address.page, perPage: PER_PAGE }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <>
      <AdminHead title="Copies" caption="The sites that were launched from this one." />
      <ListFrame
        list={list}
        address={address}
        perPage={PER_PAGE}
        pagesLabel="Pages of copies"
        tools={
          <Toolbar caption={list.data && countOf(list.data.total, 'copy')}>
            <ListSearch label="Search copies" placeholder="Name or address" typed={address.typed} />
            <ListSelect
              label="State"
              all="Every state"
              options={STATES}
              value={state}
              onChoose={(chosen) => address.set({ state: chosen })}
            />
          </Toolbar>
        }
        errorTitle="The copies could not be loaded"
        noMatch="No copies match"
        empty={<EmptyState title="No copies yet" text="What is launched with Deploy appears here." />}
      >
        {({ items }) => (
          <DataTable label="Copies" rows={items} rowKey={({ id }) => id} columns={COLUMNS} onOpen={open} busy={list.isPlaceholderData} />
        )}
      </ListFrame>
      <LaunchingSettings />
      {opened && <CopyPanel copy={opened} onChanged={open} onClose={() => open(undefined)} />}
    </>
  )
}

const claimWords = ({ claimed, claimUntil }: Copy) =>
  claimed === null ? '–' : claimed ? 'Yes' : claimUntil ? `Not yet, until ${shortDate(claimUntil)}` : 'Not yet'
const activeWords = ({ lastActiveAt }: Copy) => (lastActiveAt ? shortDate(lastActiveAt) : 'Never')

const COLUMNS: Column<Copy>[] = [
  {
    key: 'name',
    header: 'Name',
    isTitle: true,
    cell: ({ name, address, state }) => (
      <>
        {name} <small>{state === 'live' ? <a href={address}>{new URL(address).host}</a> : new URL(address).host}</small>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, outOfService }) =>
      outOfService ? <Badge variant="destructive">Out of service</Badge> : <Badge variant={STATE_LOOKS[state]}>{STATES[state]}</Badge>,
  },
  { key: 'claimed', header: 'Claimed', cell: claimWords },
  { key: 'size', header: 'Size', align: 'right', cell: ({ bytes }) => sizeWords(bytes) },
  { key: 'active', header: 'Last Active', align: 'right', cell: activeWords },
  { key: 'created', header: 'Created', align: 'right', cell: ({ createdAt }) => shortDate(createdAt) },
]

function CopyPanel({ copy, onChanged, onClose }: { copy: Copy; onChanged: (copy: Copy) => void; onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null)
  return (
    <SidePanel title={copy.name} onClose={onClose}>
      <Facts
        facts={{
          Address: <a href={copy.address}>{copy.address}</a>,
          'Own domain': copy.domainName,
          State: copy.outOfService ? 'Out of service: see the log' : STATES[copy.state],
          Claimed: claimWords(copy),
          Size: sizeWords(copy.bytes),
          'Last active': copy.lastActiveAt ? shortDateTime(copy.lastActiveAt) : 'Never',
          Created: shortDateTime(copy.createdAt),
        }}
      />
      {link && (
        <Notice tone="warn" role="status" title="It can be claimed once more">
          <p>Whoever opens this link first becomes its administrator. It is shown only now.</p>
          <p className="copy-link">
            <a href={link}>{link}</a>
          </p>
        </Notice>
      )}
      <CopyActions copy={copy} onChanged={onChanged} onLink={setLink} onDeleted={onClose} />
    </SidePanel>
  )
}
