import { act, screen, waitFor } from '@testing-library/react'
import { Copy } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing.tsx'
import { LiftedMessage } from './LiftedMessage.tsx'

test('arrow keys move between the reactions of a lifted message, and Escape on one closes it', async () => {
  const onClose = vi.fn()
  const { user } = renderInApp(
    <LiftedMessage
      label="Fler val för meddelandet"
      anchor={{ current: null }}
      message={{ id: '7', mine: false }}
      actions={[{ id: 'copy', label: 'Kopiera texten', icon: Copy, run: () => undefined }]}
      onReact={() => undefined}
      onClose={onClose}
    />,
  )
  const item = screen.getByRole('menuitem', { name: 'Kopiera texten' })
  await waitFor(() => expect(document.activeElement).toBe(item))
  const [first, second] = screen.getAllByRole('button', { pressed: false })
  act(() => first?.focus())
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(document.activeElement).toBe(second))
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})
