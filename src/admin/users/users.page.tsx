/** User list, with creation and a side panel per user. */
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { usersQuery, type AdminUser } from '#features/users/user-admin.client.ts'
import { Button } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { CreateUser } from './create-user.tsx'
import { UserPanel } from './user-panel.tsx'
import { ROLE_LABELS, USER_SORT_LABELS, USER_STATE_LABELS } from './user-labels.ts'
import { USER_COLUMNS } from './user-columns.tsx'

const PER_PAGE = 25

export default function UsersPage() {
  const { count } = useWording()
  const listUrl = useListUrl('role', 'state')
  const [isCreating, setCreating] = useState(false)
  const [opened, open] = useState<AdminUser>()
  const role = listUrl.choice('role', ROLE_LABELS)
  const state = listUrl.choice('state', USER_STATE_LABELS)
  const sort = listUrl.sortChoice(USER_SORT_LABELS, 'joined')
  const list = useList(
    usersQuery({ search: listUrl.search, role: role.value, state: state.value, sort: sort.value, page: listUrl.page, perPage: PER_PAGE }),
  )
  const total = list.data?.total ?? 0
  // Nothing to search: the list is empty or could not be loaded.
  const isBare = !listUrl.isNarrowed && (list.isError || (list.isSuccess && total === 0))
  const columns: DataTableColumn<AdminUser>[] = [
    ...USER_COLUMNS,
    {
      key: 'view',
      header: 'View',
      isActions: true,
      cell: (user) => (
        <Button variant="quiet" size="s" onClick={() => open(user)}>
          View
          <span className="visuallyHidden">
            {' '}
            <bdi>{user.username}</bdi>
          </span>
        </Button>
      ),
    },
  ]

  return (
    <>
      <AdminHead
        title="Manage Users"
        action={
          <Button onClick={() => setCreating(true)}>
            <Icon name="plus" />
            Create User
          </Button>
        }
      />
      <ListFrame
        list={list}
        listUrl={listUrl}
        perPage={PER_PAGE}
        pagesLabel="Pages of users"
        tools={
          !isBare && (
            <Toolbar caption={list.data && count(total, ADMIN_NOUNS.user)}>
              <ListSearch label="Search users" placeholder="Username, email or name" searchInput={listUrl.searchInput} />
              <ListSelect label="Role" all="All roles" {...role} />
              <ListSelect label="State" all="All active members" {...state} />
              <ListSelect label="Sort by" {...sort} />
            </Toolbar>
          )
        }
        errorTitle="Error Loading Users"
        noMatch="No users match"
        empty={
          <EmptyState
            title="No Users Found"
            text="There are no accounts yet."
            action={<Button onClick={() => setCreating(true)}>Create First User</Button>}
          />
        }
      >
        {({ items }) => (
          <DataTable
            label="Users"
            // The API returns all fields to administrators.
            rows={items as AdminUser[]}
            rowKey={({ id }) => id}
            columns={columns}
            sort={sort.value}
            onSort={sort.onChoose}
            onOpen={open}
            busy={list.isPlaceholderData}
          />
        )}
      </ListFrame>
      {isCreating && <CreateUser onClose={() => setCreating(false)} />}
      {opened && <UserPanel user={opened} onChanged={open} onClose={() => open(undefined)} />}
    </>
  )
}
