/** The whole site as one file, for keeping and for leaving. */
import { useState } from 'react'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { archiveUrl, requestArchiveTicket, loadArchiveContract } from '#features/archive/archive.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { Switch } from '#ui/forms/switch.tsx'
import * as styles from './settings.module.css'
import * as accountFormStyles from '#features/accounts/account-form.module.css'

const DOWNLOAD = 'Download the site'
const begun = () => toast({ title: 'Download begun', message: 'Your browser is fetching the archive. A large site takes a while.' })

export function DownloadArchive() {
  const [passwords, setPasswords] = useState(false)
  return (
    <section id="take-site" className={styles.settingsDemo} aria-labelledby="take-site-title">
      <h2 id="take-site-title">Take your site with you</h2>
      <p>
        One ZIP file with everything: content that people can read, every row for another installation, and the uploaded pictures. It names
        your members and their email addresses, so keep it safe.
      </p>
      <Switch
        label="Include password hashes"
        hint="With them, and with second factors, everyone signs in as before on the new installation. Whoever gets hold of the file can try to guess passwords. Without them, everyone chooses a new password."
        checked={passwords}
        onChange={setPasswords}
      />
      {passwords ? (
        <WithPasswords />
      ) : (
        <a className="btn" href={archiveUrl()} download onClick={begun}>
          {DOWNLOAD}
        </a>
      )}
    </section>
  )
}

function WithPasswords() {
  const entry = useForm({
    start: { password: '' },
    toBody: (values) => values,
    contract: async () => (await loadArchiveContract()).ArchiveTicketForm,
    send: ({ password }) => requestArchiveTicket(password),
    onDone: ({ ticket }) => {
      fetchFile(archiveUrl(ticket))
      begun()
    },
  })
  return (
    <form {...entry.props} className={accountFormStyles.accountForm} aria-label={DOWNLOAD}>
      <PasswordField label="Your password" field={entry.field('password')} />
      <FormFooter form={entry} label={DOWNLOAD} busyLabel="Checking..." />
    </form>
  )
}

/** As a link does it: the page stays, and nobody is asked about changes that are not saved. */
function fetchFile(url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}
