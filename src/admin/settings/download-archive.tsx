/** Section that downloads the whole site as one ZIP file, as a backup or for a move to another server. */
import { useState } from 'react'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { archiveUrl, requestArchiveTicket, loadArchiveContract } from '#features/archive/archive.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { Switch } from '#ui/forms/switch.tsx'
import * as styles from './settings.module.css'
import * as accountFormStyles from '#features/accounts/account-form.module.css'

const DOWNLOAD_LABEL = 'Download the site'
const showStartedToast = () => toast({ title: 'Download started', message: 'A large site may take a while.' })

export function DownloadArchive() {
  const [includesPasswords, setIncludesPasswords] = useState(false)
  return (
    <section id="take-site" className={styles.settingsDemo} aria-labelledby="take-site-title">
      <h2 id="take-site-title">Export your site</h2>
      <p>
        Download one ZIP file with everything: readable content, all data for another installation, and uploaded pictures. It contains your
        members’ names and email addresses, so store it safely.
      </p>
      <Switch
        label="Include password hashes"
        hint="With password hashes and second factors, everyone can sign in to the new installation as before, but anyone who gets the file can try to guess passwords. Without them, everyone must choose a new password."
        checked={includesPasswords}
        onChange={setIncludesPasswords}
      />
      {includesPasswords ? (
        <DownloadWithPasswordsForm />
      ) : (
        <a className="btn" href={archiveUrl()} download onClick={showStartedToast}>
          {DOWNLOAD_LABEL}
        </a>
      )}
    </section>
  )
}

function DownloadWithPasswordsForm() {
  const form = useForm({
    start: { password: '' },
    toBody: (values) => values,
    contract: async () => (await loadArchiveContract()).ArchiveTicketForm,
    send: ({ password }) => requestArchiveTicket(password),
    onDone: ({ ticket }) => {
      downloadFile(archiveUrl(ticket))
      showStartedToast()
    },
  })
  return (
    <form {...form.props} className={accountFormStyles.accountForm} aria-label={DOWNLOAD_LABEL}>
      <PasswordField label="Your password" field={form.field('password')} />
      <FormFooter form={form} label={DOWNLOAD_LABEL} busyLabel="Checking..." />
    </form>
  )
}

/** Downloads a file with a temporary link, which does not navigate and so does not open the dialog about unsaved changes. */
function downloadFile(url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}
