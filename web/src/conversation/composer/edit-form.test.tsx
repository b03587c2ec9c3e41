import { act, screen } from '@testing-library/react'
import { createRef, useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { EditForm } from './EditForm.tsx'

setUpFreshDevice()

test('a save that ends after its edit was canceled leaves the edit of another message open', async () => {
  const firstSave = createDeferred()
  function Page() {
    const [field] = useState(() => createRef<HTMLTextAreaElement>())
    const [original, setOriginal] = useState<string | null>('Hej')
    return original === null ? (
      <button type="button" onClick={() => setOriginal('Vi ses')}>
        Redigera nästa
      </button>
    ) : (
      <EditForm field={field} original={original} save={() => firstSave.promise} onDone={() => setOriginal(null)} />
    )
  }
  const { user } = renderInApp(<Page />)
  const editor = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
  await user.type(editor(), '!{Enter}{Escape}')
  await user.click(screen.getByRole('button', { name: 'Redigera nästa' }))
  await user.type(editor(), ' på lördag')
  await act(async () => firstSave.resolve())
  expect(editor().value).toBe('Vi ses på lördag')
})
