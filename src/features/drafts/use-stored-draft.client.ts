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

interface Discarded {
  typed: object
  attempt: FormAttempt | undefined
  version: number | undefined
}

/** Restores and saves the draft of a form. @returns the status note, and functions to discard the draft and to undo that */
export function useStoredDraft({ form, name, subject = '' }: FormDraftProps) {
  const { draft, isChanged } = form
  const member = useActingMember()
  const [note, setNote] = useState<'restored' | 'discarded'>()
  const [discarded, setDiscarded] = useState<Discarded>()
  /** Owner of the draft. It stays a member's after the session ends; a guest's draft moves to the member who signs in. */
  const owner = useRef(GUEST)
  /** Timestamp of each entry that this form last read or wrote, by key; any other timestamp was written by another tab. */
  const seen = useRef(new Map<string, number>())
  const isLoaded = useRef(false)

  const keyOf = (tab: string) => draftPrefix(owner.current, name, String(subject)) + tab

  const drop = (key: string, at: number) => {
    if (readDraft(key)?.at === at) removeDraft(key)
    seen.current.delete(key)
  }
  /** Removes the entries that this form has written or was restored from. */
  const clear = () => {
    for (const [key, at] of seen.current) drop(key, at)
  }

  const load = useEffectEvent((id: number | undefined) => {
    if (id !== undefined) owner.current = String(id)
    try {
      if (!isLoaded.current) purgeDrafts()
      const own = listDrafts(draftPrefix(owner.current, name, String(subject)))
      const found = [...own, ...(id === undefined ? [] : listDrafts(draftPrefix(GUEST, name, String(subject))))]
      const stored = found.find(({ key }) => key.endsWith(`:${tabName()}`)) ?? found[0]
      isLoaded.current = true
      draft.attach(true)
      if (!stored) return
      if (Object.keys(draft.edits).length > 0) {
        // The user typed before the draft was read: the input gets a separate entry, and the stored draft is offered next time.
        if (!seen.current.has(stored.key)) newTabName()
        return
      }
      seen.current.set(stored.key, stored.at)
      draft.restore(stored.typed, stored.attempt, stored.version)
      setNote('restored')
    } catch {
      // Storage is unavailable: the form asks for confirmation before navigation.
      draft.attach(false)
    }
  })
  useEffect(() => {
    const timer = setTimeout(() => load(member))
    return () => clearTimeout(timer)
  }, [member])

  const save = useEffectEvent(() => {
    if (!isLoaded.current) return
    if (draft.isAccepted() || !isChanged) return clear()
    try {
      let key = keyOf(tabName())
      const existing = readDraft(key)
      if (existing && existing.at !== seen.current.get(key)) key = keyOf(newTabName())
      const at = Date.now()
      const isStored = writeDraft(key, { at, typed: draft.edits, attempt: draft.attempt, version: draft.version })
      draft.attach(isStored)
      if (!isStored) return
      seen.current.set(key, at)
      // The guest's draft now belongs to the member who signed in.
      const guests = draftPrefix(GUEST, name, String(subject))
      if (owner.current !== GUEST) for (const [other, time] of seen.current) if (other.startsWith(guests)) drop(other, time)
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
    const onVisibility = () => document.visibilityState === 'hidden' && flush()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onVisibility)
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
      clear()
      setNote('discarded')
    },
    undo: () => {
      if (discarded) draft.restore(discarded.typed, discarded.attempt, discarded.version)
      setNote('restored')
    },
  }
}
