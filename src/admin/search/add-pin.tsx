/** The sheet in which a page is put first for some words. */
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { addSearchPin, loadNewSearchPin } from '#features/search/administration/search-admin.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'

interface AddPinProps {
  /** What it begins with. */
  words: string
  onClose: () => void
}

export function AddPin({ words, onClose }: AddPinProps) {
  const form = useForm({
    start: { query: words, url: '' },
    toBody: ({ query, url }) => ({ query, url: toPath(url) }),
    contract: loadNewSearchPin,
    send: addSearchPin,
    onDone: async () => {
      await waitForRefresh()
      toast({ title: 'Result pinned' })
      onClose()
    },
    onFailed: (fault) => toast({ title: 'Result not pinned', message: failureReason(fault), tone: 'destructive' }),
  })
  return (
    <EditorSheet
      title="Pin a result"
      note="The page stands first when these very words are searched for, in capitals or not."
      form={form}
      saveLabel="Pin"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Field label="Words" required error={form.errors.query}>
        {(control) => <Input {...control} {...form.field('query').input} autoComplete="off" maxLength={SEARCH_MAX} />}
      </Field>
      <Field
        label="Page"
        required
        error={form.errors.url}
        hint="Its address, as it stands in the browser: /articles/reading-a-battery-warranty, say."
      >
        {(control) => (
          <Input
            {...control}
            {...form.field('url').input}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
          />
        )}
      </Field>
    </EditorSheet>
  )
}

/** Whoever copies an address from the browser copies the site with it. */
function toPath(typed: string): string {
  const url = URL.parse(typed.trim())
  return url?.origin === location.origin ? url.pathname : typed.trim()
}
