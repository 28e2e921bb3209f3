/** Whose changes are shown: somebody is found by name, username or email. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedSearch } from '#admin/list/use-debounced-search.ts'
import { usersQuery } from '#features/users/user-admin.client.ts'
import { userQuery } from '#features/users/user.client.ts'
import { Combobox } from '#ui/forms/combobox.tsx'

const MAX_SUGGESTIONS = 8

interface PersonFilterProps {
  userId: number | undefined
  /** As the entries name them, once there are some: closed accounts have no page to be asked for. */
  known: string | undefined
  onChoose: (userId: number | undefined) => void
}

export function PersonFilter({ userId, known, onChoose }: PersonFilterProps) {
  const { words, type, settled } = useDebouncedSearch()
  // Without words: those who have most to do here.
  const people = useQuery({
    ...usersQuery({ perPage: MAX_SUGGESTIONS, ...(settled ? { search: settled } : { role: 'admin', sort: 'active' }) }),
    placeholderData: keepPreviousData,
  })
  const person = useQuery({ ...userQuery(String(userId ?? 0)), enabled: userId !== undefined && known === undefined })
  const name = known ?? (person.data && (person.data.displayName || person.data.username)) ?? `User ${userId}`
  // What is there for other words is not offered for these.
  const isBehind = words.trim() !== settled || people.isPlaceholderData
  const choices = people.data?.items.map(({ id, username, displayName }) => ({
    key: id,
    label: displayName || username,
    note: displayName ? username : undefined,
  }))
  return (
    <Combobox
      label="By"
      placeholder="By anybody"
      clearLabel="Show everybody"
      emptyText="Nobody is called that"
      value={userId === undefined ? undefined : { key: userId, label: name, note: undefined }}
      choices={isBehind ? undefined : choices}
      words={words}
      onType={type}
      onChoose={(chosen) => onChoose(chosen?.key)}
    />
  )
}
