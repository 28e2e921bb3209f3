/** Sheet that pins a page to the top of the results for a search term. */
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { addSearchPin, loadNewSearchPin } from '#features/search/administration/search-admin.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'

interface AddPinProps {
  /** Search term to prefill. */
  searchTerm: string
  onClose: () => void
}

export function AddPin({ searchTerm, onClose }: AddPinProps) {
  const form = useForm({
    start: { query: searchTerm, url: '' },
    toBody: ({ query, url }) => ({ query, url: toPath(url) }),
    contract: loadNewSearchPin,
    send: addSearchPin,
    onDone: async () => {
      await waitForRefresh()
      toast({ title: 'Result pinned' })
      onClose()
    },
    onFailed: (error) => toast({ title: 'Result not pinned', message: failureReason(error), tone: 'destructive' }),
  })
  return (
    <EditorSheet
      title="Pin a result"
      note="The page is shown first in searches for exactly these words. Capital letters do not matter."
      form={form}
      saveLabel="Pin"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Field label="Search term" required error={form.errors.query}>
        {(control) => <Input {...control} {...form.field('query').input} autoComplete="off" maxLength={SEARCH_MAX} />}
      </Field>
      <Field label="Page" required error={form.errors.url} hint="The URL of the page, such as /articles/reading-a-battery-warranty.">
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

/** Reduces a full URL of this site to its path; other input is only trimmed. */
function toPath(input: string): string {
  const url = URL.parse(input.trim())
  return url?.origin === location.origin ? url.pathname : input.trim()
}
