import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import type { OwnPasskey } from './passkey.client.ts'
import type { PasskeyStep } from './passkey-dialogs.tsx'
import * as styles from './passkeys.module.css'

export function PasskeyRow({ passkey, onStep }: { passkey: OwnPasskey; onStep: (step: PasskeyStep) => void }) {
  const isElsewhere = useMounted() && passkey.host !== location.hostname
  return (
    <li>
      <div>
        <p className={styles.passkeyName}>
          {passkey.name} {isElsewhere && <Badge>Only for {passkey.host}</Badge>}
        </p>
        <p className="meta">
          <span>
            Added: <RelativeTime date={passkey.createdAt} kind="forum" />
          </span>
          <span>
            {passkey.lastUsedAt === null ? (
              'Not used yet'
            ) : (
              <>
                Last used: <RelativeTime date={passkey.lastUsedAt} kind="forum" />
              </>
            )}
          </span>
        </p>
      </div>
      <p className={styles.passkeyActions}>
        <Button variant="quiet" size="s" onClick={() => onStep({ name: 'rename', passkey })}>
          Rename<span className="visuallyHidden"> {passkey.name}</span>
        </Button>
        <Button variant="quiet" size="s" onClick={() => onStep({ name: 'remove', passkey })}>
          Remove<span className="visuallyHidden"> {passkey.name}</span>
        </Button>
      </p>
    </li>
  )
}
