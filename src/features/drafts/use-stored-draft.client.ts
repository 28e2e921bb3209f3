import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActingMember } from '#platform/client/acting-user.client.ts'
import {
  draftPrefix,
  GUEST,
  listDrafts,
  newTabName,
  purgeDrafts,
  readDraft,
  removeDraft,
  tabName,
  writeDraft,
} from '#platform/client/forms/draft-store.client.ts'
import type { FormAttempt } from '#platform/client/forms/form-attempt.client.ts'
import type { FormDraftProps } from './form-draft.client.ts'

const SAVE_DEBOUNCE_MS = 400

interface DiscardedInput {
  typed: object
  attempt: FormAttempt | undefined
  version: number | undefined
}

/** Restores and saves the draft of a form. @returns the status note, and functions to discard the draft and to undo that */
export function useStoredDraft({ form, name, subject = '', isPathStored = false }: FormDraftProps) {
  const { draft, isChanged } = form
  const member = useActingMember()
  /** Path when the form was opened: on unmount, the browser is at the next page. */
  const [path] = useState(() => (isPathStored ? location.pathname : undefined))
  const [note, setNote] = useState<'restored' | 'discarded'>()
  const [discarded, setDiscarded] = useState<DiscardedInput>()
  /** Owner of the draft. A member stays the owner after the session ends; the draft of a guest moves to the member who signs in. */
  const owner = useRef(GUEST)
  /** Timestamp of each entry when this form last read or wrote it, by key. An entry with another timestamp was written by another tab. */
  const knownTimestamps = useRef(new Map<string, number>())
  const isLoaded = useRef(false)

  const getKey = (tab: string) => draftPrefix(owner.current, name, String(subject)) + tab

  const removeIfUnchanged = (key: string, timestamp: number) => {
    if (readDraft(key)?.at === timestamp) removeDraft(key)
    knownTimestamps.current.delete(key)
  }
  /** Removes the entries that this form has written or was restored from. */
  const removeOwnEntries = () => {
    for (const [key, timestamp] of knownTimestamps.current) removeIfUnchanged(key, timestamp)
  }

  const load = useEffectEvent((id: number | undefined) => {
    if (id !== undefined) owner.current = String(id)
    try {
      if (!isLoaded.current) purgeDrafts()
      const ownDrafts = listDrafts(draftPrefix(owner.current, name, String(subject)))
      const candidates = [...ownDrafts, ...(id === undefined ? [] : listDrafts(draftPrefix(GUEST, name, String(subject))))]
      const storedDraft = candidates.find(({ key }) => key.endsWith(`:${tabName()}`)) ?? candidates[0]
      isLoaded.current = true
      draft.attach(true)
      if (!storedDraft) return
      if (Object.keys(draft.edits).length > 0) {
        // The user typed before the draft was read: the input gets a separate entry, and the stored draft is offered next time.
        if (!knownTimestamps.current.has(storedDraft.key)) newTabName()
        return
      }
      knownTimestamps.current.set(storedDraft.key, storedDraft.at)
      draft.restore(storedDraft.typed, storedDraft.attempt, storedDraft.version)
      setNote('restored')
    } catch {
      // Without storage, the form asks for confirmation before navigation.
      draft.attach(false)
    }
  })
  useEffect(() => {
    const timer = setTimeout(() => load(member))
    return () => clearTimeout(timer)
  }, [member])

  const save = useEffectEvent(() => {
    if (!isLoaded.current) return
    if (draft.isAccepted() || !isChanged) return removeOwnEntries()
    try {
      let key = getKey(tabName())
      const existing = readDraft(key)
      if (existing && existing.at !== knownTimestamps.current.get(key)) key = getKey(newTabName())
      const timestamp = Date.now()
      const isStored = writeDraft(key, { at: timestamp, typed: draft.edits, attempt: draft.attempt, version: draft.version, path })
      draft.attach(isStored)
      if (!isStored) return
      knownTimestamps.current.set(key, timestamp)
      // Removes the guest's entries, because the draft now belongs to the member who signed in.
      const guestPrefix = draftPrefix(GUEST, name, String(subject))
      if (owner.current !== GUEST)
        for (const [otherKey, timestamp] of knownTimestamps.current)
          if (otherKey.startsWith(guestPrefix)) removeIfUnchanged(otherKey, timestamp)
    } catch {
      draft.attach(false)
    }
  })

  const editsJson = JSON.stringify(draft.edits)
  const idempotencyKey = draft.attempt?.idempotencyKey
  useEffect(() => {
    const timer = setTimeout(() => save(), SAVE_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [editsJson, isChanged, idempotencyKey])
  useEffect(() => {
    const flush = () => {
      if (!isLoaded.current) load(member)
      save()
    }
    const flushWhenHidden = () => document.visibilityState === 'hidden' && flush()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushWhenHidden)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushWhenHidden)
    }
  }, [member])
  // Saves on unmount through a ref, because effect events must not be called in a cleanup.
  const flushOnUnmount = useRef(() => {})
  useEffect(() => {
    flushOnUnmount.current = () => {
      // The form may unmount before the drafts were read.
      if (!isLoaded.current) load(member)
      save()
    }
  })
  useEffect(() => () => flushOnUnmount.current(), [])

  return {
    note: note === 'restored' && !isChanged ? undefined : note,
    discard: () => {
      setDiscarded({ typed: draft.edits, attempt: draft.attempt, version: draft.version })
      draft.restore({})
      removeOwnEntries()
      setNote('discarded')
    },
    undo: () => {
      if (discarded) draft.restore(discarded.typed, discarded.attempt, discarded.version)
      setNote('restored')
    },
  }
}
