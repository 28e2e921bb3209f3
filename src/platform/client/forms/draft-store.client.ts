/**
 * Stores drafts of forms in the browser's local storage, by account and form. Each tab writes its own entry, so that two tabs with the same
 * form do not overwrite each other.
 */
import type { FormAttempt } from './form-attempt.client.ts'
import { DRAFT_PREFIX } from './has-drafts.client.ts'

export interface StoredDraft {
  /** Time of writing, in milliseconds since 1970. */
  at: number
  typed: object
  attempt?: FormAttempt | undefined
  /** Version of the stored item that the draft is based on. */
  version?: number | undefined
  /** Path of the page with the form; undefined if it is secret or does not lead to the form. */
  path?: string | undefined
}
export interface DraftEntry extends StoredDraft {
  key: string
}

const TAB_KEY = 'draft-tab'
const MAX_AGE_MS = 30 * 86_400_000
/** Maximum age of a guest's draft: shorter, because other users of the device can read drafts of guests. */
const MAX_GUEST_AGE_MS = 86_400_000
const MAX_CHARACTERS = 300_000
const MAX_DRAFTS = 50
/** Field names that are never stored. */
const SECRET = /password|passphrase|secret|token|^code$|captcha/i

/** Owner of the drafts of visitors who are not signed in. */
export const GUEST = 'guest'

/** Returns the prefix of the keys of a form's drafts. @param owner the member's id, or `GUEST` */
export const draftPrefix = (owner: string, name: string, subject: string): string =>
  `${DRAFT_PREFIX}${owner}:${name}:${encodeURIComponent(subject)}:`

/** Returns the name of this tab, which survives a reload. */
export function tabName(): string {
  const name = sessionStorage.getItem(TAB_KEY) ?? newTabName()
  sessionStorage.setItem(TAB_KEY, name)
  return name
}

/** Renames this tab: a duplicated tab begins with the session storage, and so the name, of the other. */
export function newTabName(): string {
  const name = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('')
  sessionStorage.setItem(TAB_KEY, name)
  return name
}

/** Lists the drafts whose keys have the prefix, newest first. */
export function listDrafts(prefix: string): DraftEntry[] {
  return keysWith(prefix)
    .flatMap((key) => readDraft(key) ?? [])
    .toSorted((a, b) => b.at - a.at)
}

/** Reads a draft. @returns undefined if there is none, or if it was corrupt or expired and so has been removed */
export function readDraft(key: string): DraftEntry | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<StoredDraft> | null
    if (draft === null) return undefined
    if (
      typeof draft.at === 'number' &&
      typeof draft.typed === 'object' &&
      draft.at > Date.now() - (key.startsWith(`${DRAFT_PREFIX}${GUEST}:`) ? MAX_GUEST_AGE_MS : MAX_AGE_MS)
    )
      return { ...(draft as StoredDraft), key }
  } catch {
    // The entry is corrupt and is removed below.
  }
  removeDraft(key)
  return undefined
}

/** Stores a draft without secrets and files. @returns false if the draft is too long or storage is unavailable */
export function writeDraft(key: string, { at, typed, attempt, version, path }: StoredDraft): boolean {
  try {
    const storable = Object.fromEntries(Object.entries(typed).filter(([name, value]) => !SECRET.test(name) && !(value instanceof Blob)))
    const text = JSON.stringify({
      at,
      version,
      path,
      typed: storable,
      ...(Object.keys(storable).length === Object.keys(typed).length ? { attempt } : {}),
    })
    if (text.length > MAX_CHARACTERS) {
      localStorage.removeItem(key)
      return false
    }
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Stores a draft of this tab without replacing those of other tabs. */
export function addDraft(memberId: number | undefined, name: string, subject: string, draft: StoredDraft): boolean {
  const prefix = draftPrefix(memberId === undefined ? GUEST : String(memberId), name, subject)
  const key = prefix + tabName()
  return writeDraft(readDraft(key) ? prefix + newTabName() : key, draft)
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is disabled, so there is no draft.
  }
}

/** A draft with the name and the subject of its form. */
export interface NamedDraft extends DraftEntry {
  name: string
  subject: string
}

/** Lists the drafts of a member on this device, newest first. */
export const listDraftsOf = (memberId: number): NamedDraft[] =>
  listDrafts(`${DRAFT_PREFIX}${memberId}:`).map((draft) => {
    const [name = '', subject = ''] = draft.key.slice(`${DRAFT_PREFIX}${memberId}:`.length).split(':')
    return { ...draft, name, subject: decodeURIComponent(subject) }
  })

/** Deletes the drafts of a member from this device. */
export function removeDraftsOf(memberId: number): void {
  for (const key of keysWith(`${DRAFT_PREFIX}${memberId}:`)) removeDraft(key)
}

/** Deletes expired drafts, and the oldest over the maximum number. */
export function purgeDrafts(): void {
  for (const { key } of listDrafts(DRAFT_PREFIX).slice(MAX_DRAFTS)) removeDraft(key)
}

function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
