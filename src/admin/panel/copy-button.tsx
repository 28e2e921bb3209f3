import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'

interface CopyButtonProps {
  /** Noun for the accessible name ("Copy the value") and the toast ("Value copied"). */
  label: string
  value: string
}

/** Copies a value to the clipboard and shows success or failure in a toast. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    )
    if (isCopied) toast({ title: `${label} copied` })
    else toast({ title: 'Not copied', message: 'Please select the text and copy it yourself.', tone: 'destructive' })
  }
  return (
    <Button variant="quiet" aria-label={`Copy the ${label.charAt(0).toLowerCase()}${label.slice(1)}`} onClick={() => void copy()}>
      <Icon name="link" />
      Copy
    </Button>
  )
}
