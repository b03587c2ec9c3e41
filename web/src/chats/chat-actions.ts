import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { removeDraft } from '../conversation/drafts.ts'
import { isConnected } from '../lib/link.ts'
import { textsNow } from '../lib/texts.ts'
import { showErrorToast, showToast } from '../lib/toasts.ts'
import { postAccept, postDecline, postIgnore, postInvite, postLeave, postMaybe, postStopIgnoring } from './api.ts'
import { withAnswered, withoutChat } from './apply.ts'
import { catchUp, loadCount } from './loads.ts'
import { keyOf } from './sending.ts'
import { ask, useChats } from './store.ts'
import { chatsTexts } from './texts.ts'

/** Runs what a member asked for. What goes wrong is said in a toast; the answer tells whether it went well. */
async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  }
}

/** Pushes bring the change to every device; where none come, this one asks. */
async function settle(chatId?: Id): Promise<void> {
  if (isConnected()) return
  await Promise.all([chatId ? catchUp(chatId) : null, loadCount()]).catch(() => undefined)
}

const forget = (chatId: Id): void => {
  removeDraft(keyOf(chatId))
  useChats.setState((state) => withoutChat(state, chatId))
}

async function answered(call: () => Promise<ChatSummary>): Promise<ChatSummary> {
  const { asOf, apply } = ask()
  const chat = await call()
  apply((state) => withAnswered(state, chat, asOf))
  return chat
}

/** Can be taken back for a while. `onChanged` hears of both. */
export const ignoreName = (name: string, chatId?: Id, onChanged: () => void = () => undefined): Promise<boolean> =>
  attempt(async () => {
    await postIgnore(name)
    const t = textsNow(chatsTexts)
    const takeBack = async () => {
      await postStopIgnoring(name)
      await settle(chatId)
      onChanged()
    }
    showToast({
      text: t('menu.ignored', { name }),
      action: { label: t('menu.undo'), run: () => void attempt(takeBack) },
    })
    await settle(chatId)
    onChanged()
  })

export const ignore = ({ chatId, partner }: ChatSummary): Promise<boolean> => ignoreName(partner.userName, chatId)

export const stopIgnoringName = (name: string, chatId?: Id): Promise<boolean> =>
  attempt(async () => {
    await postStopIgnoring(name)
    await settle(chatId)
  })

export const stopIgnoring = ({ chatId, partner }: ChatSummary): Promise<boolean> =>
  stopIgnoringName(partner.userName, chatId)

export const leave = ({ chatId }: ChatSummary): Promise<boolean> =>
  attempt(async () => {
    await postLeave(chatId)
    forget(chatId)
    await settle()
  })

export const withdraw = ({ chatId, partner: { userName: name } }: ChatSummary): Promise<boolean> =>
  attempt(async () => {
    await postLeave(chatId)
    forget(chatId)
    showToast({ text: textsNow(chatsTexts)('invite.withdrawn', { name }) })
    await settle()
  })

export const acceptFrom = (chatId: Id): Promise<boolean> =>
  attempt(async () => {
    await answered(() => postAccept(chatId))
    await settle()
  })

export const accept = ({ chatId }: ChatSummary): Promise<boolean> => acceptFrom(chatId)

export const putAside = ({ chatId }: ChatSummary): Promise<boolean> =>
  attempt(async () => {
    await answered(() => postMaybe(chatId))
    await settle()
  })

export const declineFrom = (chatId: Id, name: string): Promise<boolean> =>
  attempt(async () => {
    await postDecline(chatId)
    forget(chatId)
    showToast({ text: textsNow(chatsTexts)('invite.declined', { name }) })
    await settle()
  })

export const decline = ({ chatId, partner }: ChatSummary): Promise<boolean> => declineFrom(chatId, partner.userName)

/** Unlike the others it throws, so that the form can say what is wrong and keep what was written. */
export const invite = (recipientName: string, message: string): Promise<ChatSummary> =>
  answered(() => postInvite(recipientName, message))
