/** Filters the audit log by user, found by name, username or email. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedSearch } from '#admin/list/use-debounced-search.ts'
import { usersQuery } from '#features/users/user-admin.client.ts'
import { userQuery } from '#features/users/user.client.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'

const MAX_SUGGESTIONS = 8

interface PersonFilterProps {
  userId: number | undefined
  /** Name of the user as in the loaded entries, or undefined if none is by them. The API cannot name closed accounts. */
  knownName: string | undefined
  onChoose: (userId: number | undefined) => void
}

export function PersonFilter({ userId, knownName, onChoose }: PersonFilterProps) {
  const { text, setText, searchTerm } = useDebouncedSearch()
  // Without a search term, recently active administrators are suggested.
  const users = useQuery({
    ...usersQuery({ perPage: MAX_SUGGESTIONS, ...(searchTerm ? { search: searchTerm } : { role: 'admin', sort: 'active' }) }),
    placeholderData: keepPreviousData,
  })
  const user = useQuery({ ...userQuery(String(userId ?? 0)), enabled: userId !== undefined && knownName === undefined })
  const name = knownName ?? (user.data && (user.data.displayName || user.data.username)) ?? `User ${userId}`
  // Suggestions for the previous search term are hidden while new ones load.
  const isStale = text.trim() !== searchTerm || users.isPlaceholderData
  const choices = users.data?.items.map(({ id, username, displayName, isDemo }) => ({
    key: id,
    label: displayName || username,
    note:
      displayName || isDemo ? (
        <>
          {displayName && username} {isDemo && <DemoChip />}
        </>
      ) : undefined,
  }))
  return (
    <Combobox
      label="User"
      placeholder="All users"
      clearLabel="Show all users"
      emptyText="No users found"
      value={userId === undefined ? undefined : { key: userId, label: name, note: undefined }}
      choices={isStale ? undefined : choices}
      words={text}
      onType={setText}
      onChoose={(choice) => onChoose(choice?.key)}
    />
  )
}
