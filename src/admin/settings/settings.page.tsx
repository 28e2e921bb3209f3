/** Page for the settings of the whole site. Saved changes take effect at once. */
import { useQuery } from '@tanstack/react-query'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { settingsQuery } from '#features/sites/site-settings.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { DemoContent } from './demo-content.tsx'
import { OwnQuotas } from './own-quotas.tsx'
import { DeliverabilityLink } from './mail-arrival.tsx'
import { OwnDomain } from './own-domain.tsx'
import { DownloadArchive } from './download-archive.tsx'
import { SettingsForm } from './settings-form.tsx'

export default function SettingsPage() {
  const settings = useQuery({ ...settingsQuery(), refetchOnMount: 'always' })
  return (
    <>
      <AdminHead title="Settings" />
      {settings.isSuccess ? (
        <>
          <SettingsForm stored={settings.data} />
          <OwnDomain />
          <DeliverabilityLink />
          <OwnQuotas />
          <DownloadArchive />
          <DemoContent isDemoSite={settings.data.demoContent} />
        </>
      ) : settings.isError ? (
        <ErrorState
          title="The settings could not be loaded"
          text={failureReason(settings.error)}
          action={<Button onClick={() => void settings.refetch()}>Try again</Button>}
        />
      ) : (
        <Spinner />
      )}
    </>
  )
}
