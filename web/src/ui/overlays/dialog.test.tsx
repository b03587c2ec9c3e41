import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { Dialog } from './Dialog.tsx'

setUpFreshDevice()
beforeAll(() => import('./DialogBody.tsx'), 60_000)

type Change = 'keeps' | 'disables' | 'removes'

/**
 * Renders a page whose button opens a dialog. The dialog's action may disable or remove the button, at once or when the
 * response arrives.
 */
function Page({ change, arrives }: { change: Change; arrives?: Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const send = () => {
    if (arrives) void arrives.then(() => setSent(true))
    else setSent(true)
    setOpen(false)
  }
  return (
    <>
      <h1 tabIndex={-1}>Mira</h1>
      {!(isSent && change === 'removes') && (
        <button type="button" disabled={isSent && change === 'disables'} onClick={() => setOpen(true)}>
          Bjud in
        </button>
      )}
      <button type="button">Ge en kyss</button>
      <Dialog title="Inbjudan" open={open} onClose={() => setOpen(false)}>
        <button type="button" onClick={send}>
          Skicka
        </button>
      </Dialog>
    </>
  )
}

const readFocusedText = () => document.activeElement?.textContent

/** Opens the dialog, performs its action, and waits until it is closed. */
async function sendInvite() {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Bjud in' }))
  await user.click(await screen.findByRole('button', { name: 'Skicka' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return user
}

const waitTwoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test.each([
  ['the button that opened it', 'keeps', 'Bjud in'],
  ["the page's heading when that button was removed", 'removes', 'Mira'],
  ["the page's heading when that button was disabled", 'disables', 'Mira'],
] as const)('a dialog that closes moves the focus to %s', async (_, change, focused) => {
  render(<Page change={change} />)
  await sendInvite()
  await waitFor(() => expect(readFocusedText()).toBe(focused))
})

test.each(['removes', 'disables'] as const)(
  "the focus moves to the page's heading when a late response %s the button that opened the dialog",
  async (change) => {
    let respond = () => {}
    render(<Page change={change} arrives={new Promise<void>((resolve) => (respond = resolve))} />)
    await sendInvite()
    await waitFor(() => expect(readFocusedText()).toBe('Bjud in'))
    await waitTwoFrames()
    respond()
    await waitFor(() => expect(readFocusedText()).toBe('Mira'))
  },
)

test('a late response does not take the focus from the element to which the member has moved it', async () => {
  let respond = () => {}
  render(<Page change="removes" arrives={new Promise<void>((resolve) => (respond = resolve))} />)
  const user = await sendInvite()
  await waitFor(() => expect(readFocusedText()).toBe('Bjud in'))
  await user.tab()
  expect(readFocusedText()).toBe('Ge en kyss')
  respond()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bjud in' })).toBeNull())
  await waitTwoFrames()
  expect(readFocusedText()).toBe('Ge en kyss')
})
