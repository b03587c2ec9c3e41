import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useGroups } from '../store.ts'
import {
  chooseAction,
  commentField,
  fake,
  field,
  findPost,
  log,
  openGroup,
  requestsTo,
  setUpGroupChat,
  startPushes,
} from './group-chat-testing.tsx'

setUpGroupChat()

describe('reactions and replies', () => {
  const reactionBar = async (user: Awaited<ReturnType<typeof openGroup>>['user'], container: HTMLElement) => {
    await user.hover(container)
    return within(within(container).getAllByRole('toolbar', { name: 'Reagera' })[0]!)
  }

  test('a reaction to a post is counted with those of others, whose changes arrive one by one', async () => {
    const { id } = fake.post('Linn', 'Fest på lördag')
    const { user } = await openGroup()
    act(() => fake.react('Siv', { messageId: id }, 'HEART'))
    act(() => fake.react('Tor', { messageId: id }, 'HEART'))
    const bar = await reactionBar(user, findPost('Fest på lördag'))
    await user.click(bar.getByRole('button', { name: 'Hjärta' }))
    const pill = await within(findPost('Fest på lördag')).findByRole('button', {
      name: 'Hjärta, 3, du är en av dem',
    })
    await waitFor(() => expect(fake.getMessage(id).reactions).toEqual([{ reaction: 'HEART', count: 3, mine: true }]))
    act(() => fake.react('Siv', { messageId: id }, 'FIRE'))
    expect(pill.getAttribute('aria-label')).toBe('Hjärta, 2, du är en av dem')
    expect(useGroups.getState().groups.get('3')?.version).toBe(fake.group.version)
    expect(requestsTo('GET groups/3/messages?since')).toEqual([])
  })

  test('a missed reaction is loaded, and an edit of the post keeps the reactions', async () => {
    const { id } = fake.post('Linn', 'Fest på lördag')
    await openGroup()
    fake.onPush = () => undefined
    fake.react('Siv', { messageId: id }, 'FIRE')
    startPushes()
    act(() => fake.react('Tor', { messageId: id }, 'FIRE'))
    const post = within(findPost('Fest på lördag'))
    expect(await post.findByRole('button', { name: 'Eld, 2' })).toBeTruthy()
    act(() => void fake.edit(id, 'Fest på lördag, klockan sju'))
    expect(within(findPost('klockan sju')).getByRole('button', { name: 'Eld, 2' })).toBeTruthy()
  })

  test('a deleted comment loses its reactions, and quotes of it no longer show its text', async () => {
    const { id } = fake.post('Linn', 'Fest på lördag')
    const comment = fake.comment(id, 'Siv', 'Jag tar med en tårta')
    fake.comment(id, 'Tor', 'Härligt', { replyTo: comment.id })
    const { user } = await openGroup()
    const bar = await reactionBar(user, screen.getAllByRole('listitem')[0]!)
    await user.click(bar.getByRole('button', { name: 'Tumme upp' }))
    await waitFor(() => expect(fake.getMessage(id).comments[0]?.reactions).toHaveLength(1))
    act(() => fake.deleteComment(id, comment.id))
    expect(screen.getByText('Borttaget meddelande')).toBeTruthy()
    expect(screen.queryByText('Jag tar med en tårta')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Tumme upp, / })).toBeNull()
  })

  test('a reply to a post quotes it, and a reply to a comment is written in the field of its post', async () => {
    const { id } = fake.post('Linn', 'Fest på lördag')
    const comment = fake.comment(id, 'Siv', 'Jag kommer')
    const { user } = await openGroup()
    await chooseAction(user, findPost('Fest på lördag'), 'Svara')
    expect(await screen.findByText('Svarar Linn')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field()))
    await user.type(field(), 'Vilken tid?{Enter}')
    await waitFor(() => expect(fake.stored.at(-1)?.message.replyTo?.id).toBe(id))
    await user.click(screen.getByRole('button', { name: 'Fler val för kommentaren' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Svara' }))
    await waitFor(() => expect(document.activeElement).toBe(commentField('Fest på lördag')))
    await user.type(commentField('Fest på lördag'), 'Kul{Enter}')
    await waitFor(() => expect(fake.getMessage(id).comments.at(-1)?.replyTo?.id).toBe(comment.id))
  })

  test('a member edits their own comment in place of the comment field, and the focus returns to the post', async () => {
    fake.setTime(new Date().toISOString())
    const { id } = fake.post('Linn', 'Fest på lördag')
    fake.comment(id, 'Mira', 'Jag kommr')
    const { user } = await openGroup()
    await user.click(screen.getByRole('button', { name: 'Fler val för kommentaren' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Redigera/ }))
    const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
    await user.clear(editor)
    await user.type(editor, 'Jag kommer{Enter}')
    await waitFor(() => expect(fake.getMessage(id).comments[0]?.message).toBe('Jag kommer'))
    expect(await within(log()).findByText('Jag kommer')).toBeTruthy()
    expect(within(log()).getByText(/redigerat/)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(findPost('Fest på lördag')))
  })
})
