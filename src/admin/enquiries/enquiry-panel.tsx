/** Side panel that shows an enquiry: status, contact details, message, reply, notes and history. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FactList, PanelSection, SidePanel } from '#admin/panel/side-panel.tsx'
import { enquiryQuery, type Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { Link } from '#ui/router/link.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { DeleteEnquiries } from './delete-enquiries.tsx'
import { EnquiryReplyForm, useEnquiryReply } from './enquiry-answer.tsx'
import { EnquiryNotesForm, useEnquiryNotes } from './enquiry-notes.tsx'
import { EnquiryStatusForm } from './enquiry-status.tsx'
import { EnquiryTimeline } from './enquiry-timeline.tsx'
import * as styles from './enquiries.module.css'
import * as panelStyles from '#admin/panel/panel.module.css'
import { showEmail } from '#platform/text/shown-email.client.ts'

interface EnquiryPanelProps {
  id: number
  /** The enquiry as in the list, shown until the full enquiry has loaded; undefined if it is not on the current page. */
  listedEnquiry: Enquiry | undefined
  onClose: () => void
}

export function EnquiryPanel({ id, listedEnquiry, onClose }: EnquiryPanelProps) {
  const enquiry = useQuery({ ...enquiryQuery(id), placeholderData: listedEnquiry })
  if (enquiry.data) return <EnquiryDetails key={id} enquiry={enquiry.data} onClose={onClose} />
  return (
    <SidePanel title="Enquiry" onClose={onClose}>
      {enquiry.isPending ? (
        <Spinner label="Loading the enquiry" />
      ) : (
        <ErrorState
          title={enquiry.error?.status === 404 ? 'Enquiry not found' : 'The enquiry could not be loaded'}
          text={enquiry.error?.status === 404 ? undefined : enquiry.error?.message}
          level={3}
          action={
            <Button busy={enquiry.isFetching} onClick={() => void enquiry.refetch()}>
              Try again
            </Button>
          }
        />
      )}
    </SidePanel>
  )
}

function EnquiryDetails({ enquiry, onClose }: { enquiry: Enquiry; onClose: () => void }) {
  const { id, name, email, phone, address, anonymisedAt, productId, productName, productPrice, createdAt, customerMessage } = enquiry
  const queryClient = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const cacheEnquiry = (saved: Enquiry) => void queryClient.setQueryData(enquiryQuery(id).queryKey, saved)
  const notes = useEnquiryNotes(enquiry, cacheEnquiry)
  const reply = useEnquiryReply(enquiry, cacheEnquiry)
  return (
    <SidePanel
      title={name}
      description={`About ${productName}`}
      isChanged={[notes, reply].some((form) => form.isChanged && !form.isDraftStored)}
      onClose={onClose}
    >
      <EnquiryStatusForm enquiry={enquiry} onSaved={cacheEnquiry} />
      <FactList
        facts={{
          Name: name,
          Anonymised: anonymisedAt && <ShortTime date={anonymisedAt} />,
          Email: email && <a href={`mailto:${email}`}>{showEmail(email)}</a>,
          Phone: phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>,
          Address: address && (
            <span dir="auto" className={styles.enquiryAddress}>
              {address}
            </span>
          ),
          Product:
            productId === null ? (
              productName
            ) : (
              <Link to={`/admin/products?search=${encodeURIComponent(productName)}`}>
                <bdi>{productName}</bdi>
              </Link>
            ),
          Price: productPrice,
          Date: <ShortTime date={createdAt} />,
        }}
      />
      <PanelSection title="Message">
        {customerMessage ? (
          <blockquote dir="auto" className={panelStyles.panelQuote}>
            {customerMessage}
          </blockquote>
        ) : (
          <p className="hint">No message.</p>
        )}
      </PanelSection>
      <PanelSection title="Your reply">
        <EnquiryReplyForm form={reply} enquiryId={enquiry.id} />
      </PanelSection>
      <PanelSection title="Internal notes">
        <EnquiryNotesForm form={notes} enquiryId={enquiry.id} />
      </PanelSection>
      <PanelSection title="History">
        <EnquiryTimeline id={id} />
      </PanelSection>
      <Button variant="danger" size="s" className={styles.enquiryDelete} onClick={() => setDeleting(true)}>
        <Icon name="trash" />
        Delete enquiry
      </Button>
      <DeleteEnquiries
        enquiries={isDeleting ? [enquiry] : []}
        onDone={(doneIds) => (doneIds.size > 0 ? onClose() : setDeleting(false))}
        onCancel={() => setDeleting(false)}
      />
    </SidePanel>
  )
}
