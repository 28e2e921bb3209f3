/** Texts of the shorter records: complaints, contact, retention and processors. */
import type { DutySection } from '#features/duties/duty-question.policy.ts'

export const COMPLAINT_SECTIONS: readonly DutySection[] = [
  {
    title: 'How people complain',
    questions: [
      {
        kind: 'text',
        name: 'route',
        label: 'How people report content and complain',
        hint: 'Filled in from the site. The route must be easy to find and use, for children too.',
        isRequired: true,
      },
      { kind: 'text', name: 'handling', label: 'Who handles complaints, and how soon', isRequired: true },
      {
        kind: 'text',
        name: 'authors',
        label: 'How authors appeal if their post was removed or their account restricted',
        isRequired: true,
      },
      {
        kind: 'text',
        name: 'terms',
        label: 'Where the terms or guidelines explain this',
        hint: 'For example the address of the page.',
        isRequired: true,
      },
    ],
  },
  {
    title: 'Complaints about personal data',
    about:
      'A person can complain to you about how you use their personal data. You must make this easy, for example with an electronic form, and acknowledge it within 30 days.',
    questions: [{ kind: 'text', name: 'data-complaints', label: 'How people complain about their personal data', isRequired: true }],
  },
]

export const CONTACT_SECTIONS: readonly DutySection[] = [
  {
    title: 'Responsible person',
    about: 'Ofcom’s codes of practice recommend that one person is accountable for safety duties, reports and complaints.',
    questions: [
      {
        kind: 'line',
        name: 'operator',
        label: 'Operator of the site',
        hint: 'The person or organisation that provides it.',
        isRequired: true,
      },
      { kind: 'line', name: 'person', label: 'Name', isRequired: true },
      { kind: 'line', name: 'role', label: 'Role', isRequired: true },
      { kind: 'email', name: 'email', label: 'Email address', isRequired: true },
      { kind: 'line', name: 'post', label: 'Postal address' },
      { kind: 'line', name: 'deputy', label: 'Deputy', hint: 'Who acts when this person is away.' },
    ],
  },
  {
    title: 'Contact for the public and for authorities',
    questions: [
      { kind: 'text', name: 'public', label: 'Where visitors find a contact', isRequired: true },
      {
        kind: 'text',
        name: 'urgent',
        label: 'What happens with urgent messages',
        hint: 'From police, Ofcom or a person at risk.',
        isRequired: true,
      },
    ],
  },
]

export const RETENTION_SECTIONS: readonly DutySection[] = [
  {
    title: 'Review of the retention periods',
    about: 'The periods under “From the site” are those that the site applies now.',
    questions: [
      { kind: 'text', name: 'reasons', label: 'Why these periods are no longer than necessary', isRequired: true },
      {
        kind: 'text',
        name: 'unlimited',
        label: 'Data without a period',
        hint: 'Filled in with what stays until it is deleted by hand.',
        isRequired: true,
      },
      { kind: 'text', name: 'backups', label: 'Backups', hint: 'How long they are stored, and where.', isRequired: true },
      { kind: 'text', name: 'logs', label: 'Server logs', hint: 'What they contain, and when they are deleted.', isRequired: true },
      { kind: 'text', name: 'elsewhere', label: 'Copies elsewhere', hint: 'Such as exports, mailboxes and spreadsheets.' },
    ],
  },
]

export const PROCESSOR_SECTIONS: readonly DutySection[] = [
  {
    title: 'Controller and purposes',
    questions: [
      {
        kind: 'text',
        name: 'controller',
        label: 'Controller',
        hint: 'Name and contact details, and of a data protection officer if there is one.',
        isRequired: true,
      },
      { kind: 'text', name: 'purposes', label: 'Purposes, and the lawful basis of each', isRequired: true },
      { kind: 'text', name: 'people', label: 'People and kinds of data', isRequired: true },
      {
        kind: 'text',
        name: 'recipients',
        label: 'Recipients',
        hint: 'Who else gets personal data, such as sellers who answer enquiries.',
        isRequired: true,
      },
    ],
  },
  {
    title: 'Processors',
    about:
      'Companies that process personal data for you need a contract with the terms of article 28. For each, write name, country and where the contract is.',
    questions: [
      { kind: 'text', name: 'hosting', label: 'Hosting and database', isRequired: true },
      { kind: 'text', name: 'mail', label: 'Email', isRequired: true },
      { kind: 'text', name: 'storage', label: 'Files and backups', isRequired: true },
      { kind: 'text', name: 'others', label: 'Others', hint: 'Such as webhooks, monitoring and freelancers.' },
      { kind: 'text', name: 'transfers', label: 'Transfers outside the UK, and their safeguards', isRequired: true },
      { kind: 'text', name: 'security', label: 'Security measures', isRequired: true },
    ],
  },
]
