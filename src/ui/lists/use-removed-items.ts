import { useState } from 'react'

interface RemovedItem<T, R> {
  item: T
  removal: R
  index: number
  listKey: string
}

/**
 * Keeps the places of items that the viewer has removed from a list, so that a message with Undo can take the place of each.
 * @param items the list as it is stored, with or without the removed items
 * @param listKey identifies the list; a removed item has a place only in the list, such as a page, that it was removed from
 */
export function useRemovedItems<T extends { id: number }, R>(items: readonly T[], listKey: string) {
  const [allRemoved, setAllRemoved] = useState<readonly RemovedItem<T, R>[]>([])
  const removed = allRemoved.filter((item) => item.listKey === listKey)
  const entries: { item: T; removal: R | undefined }[] = items
    .filter(({ id }) => !removed.some(({ item }) => item.id === id))
    .map((item) => ({ item, removal: undefined }))
  for (const { item, removal, index } of removed.toSorted((a, b) => a.index - b.index)) entries.splice(index, 0, { item, removal })
  return {
    /** All items in order. The removed ones have a removal, which describes how the item was removed. */
    entries,
    remove: (item: T, removal: R) => {
      const index = entries.findIndex((entry) => entry.item.id === item.id)
      setAllRemoved((current) => [...current, { item, removal, index, listKey }])
    },
    putBack: (id: number) => setAllRemoved((current) => current.filter(({ item }) => item.id !== id)),
  }
}
