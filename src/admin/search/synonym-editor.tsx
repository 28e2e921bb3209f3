/** The sheet in which a group of words is added or changed. */
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

/** As the contract has it. */
const MAX_PHRASE_LENGTH = 60

interface SynonymEditorProps {
  /** Absent: a new one. */
  group?: { at: number; phrases: readonly string[] }
  /** What a new one begins with. */
  words?: string
  onClose: () => void
}

export function SynonymEditor({ group, words = '', onClose }: SynonymEditorProps) {
  const groups = useQuery(searchSynonymsQuery()).data?.groups
  const form = useForm({
    start: { phrases: group ? group.phrases.join('\n') : words && `${words}\n` },
    toBody: ({ phrases }) => {
      const own = readPhrases(phrases)
      const others = groups ?? []
      return { groups: group ? others.map((one, at) => (at === group.at ? own : one)) : [own, ...others.filter((one) => one.length > 0)] }
    },
    check: ({ phrases }) => ({ phrases: findFault(readPhrases(phrases), groups, group === undefined) }),
    send: changeSearchSynonyms,
    onDone: async () => {
      await waitForRefresh()
      toast({ title: group ? 'Group saved' : 'Group added' })
      onClose()
    },
    onFailed: (fault) => toast({ title: 'Group not saved', message: failureReason(fault), tone: 'destructive' }),
  })
  return (
    <EditorSheet
      title={group ? 'Change the group' : 'Add a group of words'}
      note="Whoever searches for one of them finds what the others find too."
      form={form}
      draft={{ name: 'synonyms', subject: group?.at }}
      saveLabel={group ? 'Save' : 'Add'}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Field
        label="Words and phrases"
        required
        error={form.errors.phrases}
        hint="One in a line, or with commas between. Capitals make no difference, and forms of a word are known."
      >
        {(control) => <Textarea {...control} {...form.field('phrases').input} rows={10} spellCheck={false} autoCapitalize="none" />}
      </Field>
    </EditorSheet>
  )
}

/** Each once, in their order. */
function readPhrases(text: string): string[] {
  const phrases = text
    .split(/[\n,;]/)
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())
    .filter((phrase) => phrase !== '')
  return phrases.filter((phrase, at) => phrases.findIndex((one) => one.toLowerCase() === phrase.toLowerCase()) === at)
}

function findFault(phrases: readonly string[], groups: readonly unknown[] | undefined, isNew: boolean): string | undefined {
  if (groups === undefined) return 'The other groups have not arrived yet. Please try again in a moment.'
  if (phrases.length < 2) return 'Please enter two words or phrases at least.'
  if (phrases.length > MAX_PHRASES_PER_GROUP) return `Please enter ${MAX_PHRASES_PER_GROUP} at most.`
  const long = phrases.find((phrase) => phrase.length > MAX_PHRASE_LENGTH)
  if (long !== undefined) return `“${limitText(long, 30)}…” is longer than ${MAX_PHRASE_LENGTH} characters.`
  return isNew && groups.length >= MAX_SYNONYM_GROUPS
    ? `There are ${MAX_SYNONYM_GROUPS} groups already, which is as many as there may be.`
    : undefined
}
