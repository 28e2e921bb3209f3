/** The whole site as one file, for keeping and for leaving. */
import { useState } from 'react'
import { archiveFile } from '#features/archive/archive.client.ts'
import { Switch } from './switch.tsx'

export function TakeSite() {
  const [passwords, setPasswords] = useState(false)
  return (
    <section id="take-site" className="settings-demo" aria-labelledby="take-site-title">
      <h2 id="take-site-title">Take your site with you</h2>
      <p>One ZIP file with everything: content that people can read, every row for another installation, and the uploaded pictures.</p>
      <Switch
        label="Include password hashes"
        hint="With them, and with second factors, everyone signs in as before on the new installation. Whoever gets hold of the file can try to guess passwords, so keep it safe. Without them, everyone chooses a new password."
        checked={passwords}
        onChange={setPasswords}
      />
      <a className="btn" href={archiveFile(passwords)} download>
        Download the site
      </a>
    </section>
  )
}
