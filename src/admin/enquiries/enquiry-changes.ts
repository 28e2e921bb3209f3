/** Whether a query shows something that a handled enquiry changes: the list, its timeline, the counts of the back-office. */
export const isChangedByEnquiry = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === 'string' && (path.startsWith('/api/enquiries') || path.startsWith('/api/admin/'))
