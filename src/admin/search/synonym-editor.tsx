/** Sheet that adds or changes a group of synonyms. */
import { useQuery } from '@tanstack/react-query'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { changeSearchSynonyms, searchSynonymsQuery } from '#features/search/administration/search-admin.client.ts'
import { MAX_SYNONYM_GROUPS, MAX_PHRASES_PER_GROUP } from '#features/search/search-limits.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Field, Textarea } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { limitText } from '#wording/cut-text.ts'

/** Maximum number of characters in a phrase; must match the contract. */
const MAX_PHRASE_LENGTH = 60

interface SynonymEditorProps {
  /** Group to edit; without one, the editor adds a group. */
  group?: { index: number; phrases: readonly string[] }
  /** First phrase of a new group, to prefill. */
  searchTerm?: string
  onClose: () => void
}

export function SynonymEditor({ group, searchTerm = '', onClose }: SynonymEditorProps) {
  const groups = useQuery(searchSynonymsQuery()).data?.groups
  const form = useForm({
    start: { phrases: group ? group.phrases.join('\n') : searchTerm && `${searchTerm}\n` },
    toBody: ({ phrases }) => {
      const editedGroup = parsePhrases(phrases)
      const storedGroups = groups ?? []
      return {
        groups: group
          ? storedGroups.map((phrasesOfGroup, index) => (index === group.index ? editedGroup : phrasesOfGroup))
          : [editedGroup, ...storedGroups.filter((phrasesOfGroup) => phrasesOfGroup.length > 0)],
      }
    },
    check: ({ phrases }) => ({ phrases: findPhrasesError(parsePhrases(phrases), groups, group === undefined) }),
    send: changeSearchSynonyms,
    onDone: async () => {
      await waitForRefresh()
      toast({ title: group ? 'Synonyms saved' : 'Synonyms added' })
      onClose()
    },
    onFailed: (error) => toast({ title: 'Synonyms not saved', message: failureReason(error), tone: 'destructive' }),
  })
  return (
    <EditorSheet
      title={group ? 'Edit synonyms' : 'Add synonyms'}
      note="A search for one of them also finds results for the others."
      form={form}
      draft={{ name: 'synonyms', subject: group?.index }}
      saveLabel={group ? 'Save' : 'Add'}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Field
        label="Words and phrases"
        required
        error={form.errors.phrases}
        hint="One per line, or separated by commas. Capital letters do not matter, and other forms of a word are found too."
      >
        {(control) => <Textarea {...control} {...form.field('phrases').input} rows={10} spellCheck={false} autoCapitalize="none" />}
      </Field>
    </EditorSheet>
  )
}

/** Splits the input into phrases at line breaks, commas and semicolons. Keeps the order and drops duplicates. */
function parsePhrases(text: string): string[] {
  const phrases = text
    .split(/[\n,;]/)
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())
    .filter((phrase) => phrase !== '')
  return phrases.filter((phrase, index) => phrases.findIndex((other) => other.toLowerCase() === phrase.toLowerCase()) === index)
}

function findPhrasesError(phrases: readonly string[], groups: readonly unknown[] | undefined, isNew: boolean): string | undefined {
  if (groups === undefined) return 'The other synonyms are still loading. Please try again in a moment.'
  if (phrases.length < 2) return 'Please enter at least two words or phrases.'
  if (phrases.length > MAX_PHRASES_PER_GROUP) return `Please enter at most ${MAX_PHRASES_PER_GROUP} words or phrases.`
  const tooLongPhrase = phrases.find((phrase) => phrase.length > MAX_PHRASE_LENGTH)
  if (tooLongPhrase !== undefined) return `“${limitText(tooLongPhrase, 30)}…” is longer than ${MAX_PHRASE_LENGTH} characters.`
  return isNew && groups.length >= MAX_SYNONYM_GROUPS
    ? `You already have ${MAX_SYNONYM_GROUPS} groups of synonyms, which is the maximum.`
    : undefined
}
