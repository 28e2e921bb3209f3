// SVG paths of line icons, 24 × 24 units, stroked with currentColor.
const paths = {
  search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M16 16l5 5',
  more: 'M6 12a.9.9 0 1 1-1.8 0 .9.9 0 0 1 1.8 0M12.9 12a.9.9 0 1 1-1.8 0 .9.9 0 0 1 1.8 0M19.8 12a.9.9 0 1 1-1.8 0 .9.9 0 0 1 1.8 0',
  menu: 'M3 7h18M3 12h18M3 17h12',
  bookmark: 'M7 4h10a1.5 1.5 0 0 1 1.5 1.5V20.5L12 16l-6.5 4.5V5.5A1.5 1.5 0 0 1 7 4Z',
  bell: 'M6 10a6 6 0 0 1 12 0v4l2 3.5H4L6 14ZM10 20.5a2.2 2.2 0 0 0 4 0',
  close: 'M6 6l12 12M18 6L6 18',
  refresh: 'M20 12a8 8 0 1 1-2.4-5.7L20 8.6M20 4v4.6h-4.6',
  'arrow-right': 'M4 12h16M14 6l6 6-6 6',
  'arrow-left': 'M20 12H4M10 6l-6 6 6 6',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-right': 'M9 6l6 6-6 6',
  check: 'M4 12l5 5L20 6',
  star: 'M12 3l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.3 6.1-.8Z',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0M4 21c.6-4 3.6-6 8-6s7.4 2 8 6',
  lock: 'M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2ZM8 11V8a4 4 0 0 1 8 0v3',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  monitor: 'M5 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM12 16v4M8 20h8',
  message: 'M6 4h12a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-6l-5 4v-4H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Z',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0',
  clock: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 7v5l3.5 2',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 12H5v8h14v-8h-1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7L12 17.7',
  print: 'M7 8V3.5h10V8M7 17H3.5V8h17v9H17M7 14h10v6.5H7Z',
  mail: 'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM3.5 7.5L12 13.5l8.5-6',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1.5 1.5 0 0 1-1.5 1.5C10.5 20 4 13.5 3.5 5.5A1.5 1.5 0 0 1 5 4Z',
  plus: 'M12 5v14M5 12h14',
  pin: 'M12 21.5c4.5-4.8 7-8.5 7-11.5a7 7 0 0 0-14 0c0 3 2.5 6.7 7 11.5ZM14.5 10a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0',
  'thumb-up': 'M7 11v9H3.5v-9ZM7 11l4-7.5c1.8 0 2.8 1.2 2.5 3L13 10h5.5a2 2 0 0 1 2 2.4l-1.2 6A2 2 0 0 1 17.3 20H7',
  flag: 'M5 21.5V3.5M5 4.5h13l-2.5 4.5 2.5 4.5H5',
  alert: 'M12 4l9.5 16.5h-19ZM12 10.5v4.5M12 17.9v.1',
  info: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 11v5.5M12 7.6v.1',
  filter: 'M3.5 5h17l-6.5 8v7l-4-2.5V13Z',
  external: 'M7 17L17 7M9 7h8v8',
  car: 'M3.5 16.5v-4l2-1 2.5-4.5h8l3 4.5 2 1v4h-2M15 16.5H9M3.5 16.5H5M6 11.5h12M9 16.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0M19 16.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
  battery: 'M8 5h8a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM10 2.5h4M13 9l-3 4h4l-3 4',
  house: 'M3.5 11.5L12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-6h4v6',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0ZM12 17v4.5',
  dashboard: 'M4 4h7v9H4ZM13 4h7v5h-7ZM13 12h7v8h-7ZM4 16h7v4H4Z',
  box: 'M4 8l8-4.5L20 8v8.5L12 21l-8-4.5ZM4 8l8 4.5L20 8M12 12.5V21',
  article: 'M7 3.5h7.5L19 8v10.5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2ZM14 3.5V8h5M8.5 12h7M8.5 16h5',
  forum: 'M5 4h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H9l-4 3v-3a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM20 9.5a2 2 0 0 1 1.5 2V16a2 2 0 0 1-2 2v3l-4-3h-4',
  users:
    'M12.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M2.5 20c.5-3.6 3-5.5 6.5-5.5s6 1.9 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .8 3.2 2.5 3.5 5.2',
  logout: 'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M9.5 12H20M16 7.5l4.5 4.5-4.5 4.5',
  settings: 'M4 7h9M19 7h1M4 17h1M11 17h9M19 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0M11 17a3 3 0 1 1-6 0 3 3 0 0 1 6 0',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12M10 11v5.5M14 11v5.5',
  history: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 7.5V12l3 2',
  edit: 'M4 20l1-4.5L16 4.5a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19ZM14 6.5L17.5 10',
  'eye-off':
    'M9.5 5.8A9.6 9.6 0 0 1 12 5.5c3.7 0 7 2 9.5 6.5a16 16 0 0 1-2.4 3.3M6.2 7.4A15 15 0 0 0 2.5 12c2.5 4.5 5.8 6.5 9.5 6.5a9.5 9.5 0 0 0 4.2-1M4 4l16 16',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  upload: 'M12 16V5M7.5 9L12 4.5 16.5 9M5 20h14',
  key: 'M12 15a4 4 0 1 1-8 0 4 4 0 0 1 8 0M11 12.5L19.5 4M16 7.5l3 3',
  shield: 'M12 3.5l7.5 2.5v6c0 4.5-3.300 7.300-7.5 8.5-4.2-1.2-7.5-4-7.5-8.5V6Z',
  unlock: 'M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2ZM8 11V8a4 4 0 0 1 7.5-2',
  'thumb-tack': 'M9 3.5h6M10 3.5v6L7 13v1.5h10V13l-3-3.5v-6M12 14.5V21',
} as const

export type IconName = keyof typeof paths

/**
 * Renders a decorative icon, hidden from screen readers. The path is set as raw HTML, because a page has dozens of icons and React would
 * create an element for each path.
 */
export const Icon = ({ name, className }: { name: IconName; className?: string }) => (
  <svg
    className={className ? `ico ${className}` : 'ico'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: `<path d="${paths[name]}"></path>` }}
  />
)
