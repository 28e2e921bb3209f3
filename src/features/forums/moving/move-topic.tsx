/** Lets trusted members move a topic to another category. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { categoriesQuery } from '#features/categories/category.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, FieldError, Options, Select } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { moveTopic } from './topic-move.client.ts'
import * as styles from './move-topic.module.css'

export function MoveTopic({ topic }: { topic: Pick<Topic, 'id' | 'categoryId'> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.move} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Move this topic</summary>
      {isOpen && <MoveForm topic={topic} onMoved={() => setOpen(false)} />}
    </details>
  )
}

function MoveForm({ topic, onMoved }: { topic: Pick<Topic, 'id' | 'categoryId'>; onMoved: () => void }) {
  const categories = useQuery(categoriesQuery())
  const errorId = useId()
  const form = useForm({
    start: { categoryId: topic.categoryId ?? 0 },
    toBody: ({ categoryId }) => categoryId,
    send: (categoryId) => moveTopic(topic.id, categoryId),
    onDone: (moved) => {
      toast({ title: `Moved to ${moved.categoryName}` })
      onMoved()
    },
  })
  const { values, change, busy, problem } = form
  if (categories.isError) return <FieldError id={errorId}>The categories could not be loaded. Please try again.</FieldError>
  return (
    <form {...form.props}>
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            name="category"
            disabled={categories.isPending || busy}
            aria-describedby={problem ? errorId : undefined}
            value={values.categoryId}
            onChange={({ target }) => change({ categoryId: Number(target.value) })}
          >
            <Options of={(categories.data?.items ?? []).map(({ id, name }) => [id, name])} />
          </Select>
        )}
      </Field>
      {problem && (
        <FieldError id={errorId} role="alert">
          {failureReason(problem)}
        </FieldError>
      )}
      <Button type="submit" size="s" variant="quiet" busy={busy} busyLabel="Moving..." disabled={!form.isChanged}>
        Move
      </Button>
    </form>
  )
}
