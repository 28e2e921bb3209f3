import { expect, test } from 'vitest'
import { shareWrite } from './share-write.client.ts'

const sender = () => {
  const responses: PromiseWithResolvers<string>[] = []
  const send = () => {
    const response = Promise.withResolvers<string>()
    responses.push(response)
    return response.promise
  }
  return { responses, send }
}

test('shareWrite sends an equal write once while the first is in flight, and again afterwards', async () => {
  const { responses, send } = sender()
  const input = { params: { id: 4 }, body: { title: 'Heat' } }
  const both = Promise.all([
    shareWrite('DELETE', '/api/things/:id', input, send),
    shareWrite('DELETE', '/api/things/:id', { ...input }, send),
  ])
  responses[0]?.resolve('done')
  expect(await both).toEqual(['done', 'done'])
  void shareWrite('DELETE', '/api/things/:id', input, send)
  expect(responses).toHaveLength(2)
})

test('shareWrite does not share different or abortable writes', () => {
  const { responses, send } = sender()
  const file = new File(['a'], 'a.png', { type: 'image/png', lastModified: 1 })
  for (const input of [{ params: { id: 5 } }, { params: { id: 6 } }, { file }, { file: new File(['ab'], 'a.png') }])
    void shareWrite('POST', '/api/things/:id', input, send)
  const { signal } = new AbortController()
  for (const input of [{ signal }, { signal }]) void shareWrite('POST', '/api/things/:id', input, send)
  expect(responses).toHaveLength(6)
})

test('shareWrite sends again after a failure', async () => {
  const { responses, send } = sender()
  const failed = shareWrite('POST', '/api/others', {}, send)
  responses[0]?.reject(new Error('lost'))
  await expect(failed).rejects.toThrow('lost')
  void shareWrite('POST', '/api/others', {}, send)
  expect(responses).toHaveLength(2)
})
