import { useEffect, useRef } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: string[]
  username: string
  /** Says above the codes which factor was switched on. */
  statusMessage: string
  lost: 'phone' | 'passkey'
  onSaved: () => void
}

/** Shows new recovery codes. They can be shown only once, because the server stores only their hashes. */
export function RecoveryCodes({ codes, username, statusMessage, lost, onSaved }: RecoveryCodesProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  useEffect(() => boxRef.current?.focus(), [])

  const copyCodes = async () => {
    const isCopied = await navigator.clipboard?.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    )
    if (isCopied) toast({ title: 'Recovery codes copied', message: 'Paste them where you store your passwords.' })
    else toast({ title: 'The codes could not be copied', message: 'Please download them or write them down.', tone: 'destructive' })
  }
  const downloadCodes = () => {
    const text = `Recovery codes of ${username} on ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }

  return (
    <div className={styles.recovery} ref={boxRef} tabIndex={-1} role="group" aria-labelledby="recovery-title">
      <Notice tone="good" role="status">
        {statusMessage}
      </Notice>
      <h4 id="recovery-title">Save these recovery codes</h4>
      <p>If you do not have your {lost}, you can sign in with one of these codes. Each works once. They will not be shown again.</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="actions">
        <Button variant="quiet" onClick={() => void copyCodes()}>
          Copy
        </Button>
        <Button variant="quiet" onClick={downloadCodes}>
          Download
        </Button>
        <Button onClick={onSaved}>I have saved them</Button>
      </p>
    </div>
  )
}
