import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { isolateText } from './isolate-text.tsx'
import { Notice } from '#ui/states/notice.tsx'

const TEXT = 'مضخة حرارية'

test.each([
  [
    'a table',
    () => (
      <DataTable label="Topics" rows={[TEXT]} rowKey={(text) => text} columns={[{ key: 'a', header: 'Title', cell: (text) => text }]} />
    ),
  ],
  ['a breadcrumb', () => <Breadcrumb items={[{ label: TEXT }]} />],
  ['a notice', () => <Notice title={TEXT} />],
  ['an avatar', () => <Avatar id={1} name={TEXT} />],
])('%s wraps right-to-left text in <bdi>', (_where, Part) => {
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Part }])} />)
  expect(html).toMatch(/<bdi>\p{Script=Arabic}/u)
  expect(html.replaceAll(/<bdi>[^<]*<\/bdi>/g, '')).not.toMatch(/\p{Script=Arabic}/u)
})

test('isolateText returns elements, numbers, null and empty texts unchanged', () => {
  const element = <b>{TEXT}</b>
  expect([isolateText(element), isolateText(''), isolateText(null), isolateText(3)]).toEqual([element, '', null, 3])
})
