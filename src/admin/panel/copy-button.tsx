import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'

interface CopyButtonProps {
  /** What is copied, for its name and its message: `Value`. */
  label: string
  value: string
}

/** Puts words into the clipboard and says so. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    )
    if (done) toast({ title: `${label} copied` })
    else toast({ title: 'It could not be copied', message: 'Please select and copy it by hand.', tone: 'destructive' })
  }
  return (
    <Button variant="quiet" aria-label={`Copy the ${label.charAt(0).toLowerCase()}${label.slice(1)}`} onClick={() => void copy()}>
      <Icon name="link" />
      Copy
    </Button>
  )
}
