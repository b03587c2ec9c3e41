import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { onPost } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { EvidencePicture } from './EvidencePicture.tsx'

setUpFreshDevice()
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a picture that arrives after the admin has left the case does not stay in memory', async () => {
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  let respond: () => void = () => undefined
  const isReleased = new Promise<void>((resolve) => (respond = resolve))
  const blob = vi.spyOn(Response.prototype, 'blob')
  const requests = onPost('moderation/cases/1/files/f', async () => {
    await isReleased
    return new HttpResponse(new Uint8Array([1]), { headers: { 'content-type': 'image/jpeg' } })
  })
  const file = { id: 'f', state: 'COPIED' } as const
  const { unmount } = render(<EvidencePicture caseId="1" file={file} number={1} isReported />)
  await userEvent.click(screen.getByRole('button'))
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  unmount()
  respond()
  await vi.waitFor(() => expect(blob).toHaveBeenCalled())
  await blob.mock.results[0]?.value
  await new Promise((resolve) => setTimeout(resolve))
  expect(create).not.toHaveBeenCalled()
})
