/** Page that lists all users; administrators create users and open a user's side panel here. */
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

const USERS_PER_PAGE = 25

export default function UsersPage() {
  const { count } = useWording()
  const listUrl = useListUrl('role', 'state')
  const [isCreating, setCreating] = useState(false)
  const [openedUser, setOpenedUser] = useState<AdminUser>()
  const roleSelect = listUrl.getFilterSelect('role', ROLE_LABELS)
  const stateSelect = listUrl.getFilterSelect('state', USER_STATE_LABELS)
  const sortSelect = listUrl.getSortSelect(USER_SORT_LABELS, 'joined')
  const list = useList(
    usersQuery({
      search: listUrl.search,
      role: roleSelect.value,
      state: stateSelect.value,
      sort: sortSelect.value,
      page: listUrl.page,
      perPage: USERS_PER_PAGE,
    }),
  )
  const total = list.data?.total ?? 0
  // The toolbar is hidden when there is nothing to search: no users exist, or the list could not be loaded.
  const isToolbarHidden = !listUrl.isNarrowed && (list.isError || (list.isSuccess && total === 0))
  const columns: DataTableColumn<AdminUser>[] = [
    ...USER_COLUMNS,
    {
      key: 'view',
      header: 'View',
      isActions: true,
      cell: (user) => (
        <Button variant="quiet" size="s" onClick={() => setOpenedUser(user)}>
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
        perPage={USERS_PER_PAGE}
        pagesLabel="Pages of users"
        tools={
          !isToolbarHidden && (
            <Toolbar caption={list.data && count(total, ADMIN_NOUNS.user)}>
              <ListSearch label="Search users" placeholder="Username, email or name" searchInput={listUrl.searchInput} />
              <ListSelect label="Role" allLabel="All roles" {...roleSelect} />
              <ListSelect label="State" allLabel="All active members" {...stateSelect} />
              <ListSelect label="Sort by" {...sortSelect} />
            </Toolbar>
          )
        }
        errorTitle="Error Loading Users"
        noMatchTitle="No users match"
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
            // The cast is safe because the API returns all fields to administrators.
            rows={items as AdminUser[]}
            rowKey={({ id }) => id}
            columns={columns}
            sort={sortSelect.value}
            onSort={sortSelect.onChoose}
            onOpen={setOpenedUser}
            busy={list.isPlaceholderData}
          />
        )}
      </ListFrame>
      {isCreating && <CreateUser onClose={() => setCreating(false)} />}
      {openedUser && <UserPanel user={openedUser} onChanged={setOpenedUser} onClose={() => setOpenedUser(undefined)} />}
    </>
  )
}
