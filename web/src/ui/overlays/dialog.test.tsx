import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { Dialog } from './Dialog.tsx'

setUpFreshDevice()

/** Renders a page whose button opens a dialog; the dialog's action may remove the button. */
function Page({ keepsButton }: { keepsButton: boolean }) {
  const [open, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const send = () => {
    setSent(true)
    setOpen(false)
  }
  return (
    <>
      <h1 tabIndex={-1}>Mira</h1>
      {(keepsButton || !isSent) && (
        <button type="button" onClick={() => setOpen(true)}>
          Bjud in
        </button>
      )}
      <Dialog title="Inbjudan" open={open} onClose={() => setOpen(false)}>
        <button type="button" onClick={send}>
          Skicka
        </button>
      </Dialog>
    </>
  )
}

test.each([
  ['the button that opened it', true, 'Bjud in'],
  ["the page's heading when that button was removed", false, 'Mira'],
])('a closed dialog returns the focus to %s', async (_, keepsButton, focused) => {
  render(<Page keepsButton={keepsButton} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Bjud in' }))
  await user.click(await screen.findByRole('button', { name: 'Skicka' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe(focused))
})
