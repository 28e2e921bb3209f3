import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { kitUrl, type Deployment } from '#features/deployment/deployment.client.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import { formatLongDate } from '#wording/dates.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { resetDeploy, useDeployState } from './deploy-state.ts'
import { PreviewIllustration } from './preview-illustration.tsx'
import { useHostName } from './use-host.ts'
import * as styles from './deployed.module.css'

/** Last view of the wizard, when the new site is running: its URL, and the claim link with which the visitor becomes its administrator. */
export function Deployed({ launched }: { launched: Deployment }) {
  const { answers } = useDeployState()
  const host = useHostName()
  const navigate = useNavigate()
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => headingRef.current?.focus(), [])
  const startAnother = () => {
    resetDeploy()
    void navigate(paths.deploy())
  }
  return (
    <section className={styles.deployed} aria-labelledby="deployed-title">
      <div>
        <h1 id="deployed-title" ref={headingRef} tabIndex={-1}>
          Deployment Successful!
        </h1>
        <p className="lead">
          {launched.name} is live at{' '}
          <a data-part="deployed-address" className={styles.deployedAddress} href={launched.address}>
            {launched.address.replace(/^https?:\/\//, '')}
          </a>
        </p>
        {launched.claimLink && <ClaimLink url={launched.claimLink} validUntil={launched.claimUntil} />}
        <h2>What to do next</h2>
        <ol className={styles.deployedNext}>
          <li>
            <b>Claim it.</b> The link above makes you its administrator. Anyone with the link can claim it, so keep it private.
          </li>
          <li>
            <b>Make it yours.</b> In its back-office, change the description, the articles and the products.
          </li>
          {answers.domainName.trim() && (
            <li>
              <b>Point your domain here.</b> Set a DNS record of {answers.domainName.trim()} to {host}.{' '}
              {!launched.servesDomains && 'It works once the operator of this server has set PUBLIC_URL. '}
              Once the site is claimed, its settings show a TXT record to prove that you own the domain. Until then, use the address above.
            </li>
          )}
          <li>
            <b>Tell people.</b> Your site is public from now on.
          </li>
        </ol>
        {launched.token && <ServerKit deploymentId={launched.id} token={launched.token} />}
        <Button variant="quiet" onClick={startAnother}>
          Deploy another site
        </Button>
      </div>
      <div className={styles.deployedPicture}>
        <PreviewIllustration features={answers.features} />
      </div>
    </section>
  )
}

/** Offers a download with which a site with the same configuration runs elsewhere. It does not contain the content of the launched site. */
function ServerKit({ deploymentId, token }: { deploymentId: string; token: string }) {
  return (
    <section className={styles.deployedOwn} aria-labelledby="deployed-own-title">
      <h2 id="deployed-own-title">Run it on your own server</h2>
      <p>
        The download holds everything Docker needs to start the same site elsewhere: your choices, a database password and the source code.
        Its README says how.
      </p>
      <p className="actions">
        <a className="btn" data-variant="quiet" href={kitUrl(deploymentId, token)} download>
          <Icon name="download" />
          Download the server kit
        </a>
      </p>
    </section>
  )
}

function ClaimLink({ url, validUntil }: { url: string; validUntil: string }) {
  const { language } = useWording()
  const copyLink = async () => {
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    if (isCopied) toast({ title: 'Link copied', message: 'It works once. Keep it private.' })
    else toast({ title: 'The link could not be copied', message: 'Please select and copy it yourself.', tone: 'destructive' })
  }
  return (
    <div className={styles.deployedClaim}>
      <p className="actions">
        <a className="btn" data-wide href={url}>
          Claim your site
          <Icon name="arrow-right" />
        </a>
        <Button variant="quiet" onClick={() => void copyLink()}>
          <Icon name="link" />
          Copy the link
        </Button>
      </p>
      <p className={styles.deployedLink}>
        <code>{url}</code>
      </p>
      <p className="hint">
        Works once, until <time dateTime={validUntil}>{formatLongDate(validUntil, language)}</time>. It is shown only in this tab.
      </p>
    </div>
  )
}
