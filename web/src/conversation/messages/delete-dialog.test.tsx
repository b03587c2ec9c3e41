import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { renderInApp } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { DeleteDialog } from './DeleteDialog.tsx'

setUpFreshDevice()
beforeAll(async () => {
  await import('../../ui/overlays/DialogBody.tsx')
}, 60_000)

test('a deletion that ends after its dialog was closed leaves the dialog for another message open', async () => {
  const deletion = createDeferred()
  function Page() {
    const [text, setText] = useState<string | null>(null)
    return (
      <>
        {['Först', 'Sist'].map((message) => (
          <button key={message} type="button" onClick={() => setText(message)}>
            {message}
          </button>
        ))}
        <DeleteDialog open={text !== null} onDelete={() => deletion.promise} onClose={() => setText(null)}>
          Meddelandet: {text}
        </DeleteDialog>
      </>
    )
  }
  const { user } = renderInApp(<Page />)
  await user.click(screen.getByRole('button', { name: 'Först' }))
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Sist' }))
  await screen.findByText('Meddelandet: Sist')
  expect(screen.getByRole('button', { name: 'Ta bort meddelandet' }).getAttribute('aria-busy')).toBeNull()
  await act(async () => deletion.resolve())
  expect(screen.getByText('Meddelandet: Sist')).toBeTruthy()
})
