import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { removeDraft } from '../conversation/composer/drafts.ts'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { getSession } from '../lib/http/session.ts'
import { isConnected } from '../lib/realtime/hub-connection.ts'
import { getTexts } from '../lib/text/texts.ts'
import {
  postAccept,
  postDecline,
  postIgnore,
  postInvite,
  postLeave,
  postMaybe,
  postStopIgnoring,
} from './action-api.ts'
import { withFetchedSummary, withoutChat } from './apply.ts'
import { expectFirstVisit } from './first-visits.ts'
import { catchUp, loadCount } from './loads.ts'
import { chatKey } from './sending.ts'
import { beginRequest, useChats } from './store.ts'
import { chatsTexts } from './texts.ts'

/**
 * Sends a request of the member, then calls `onDone`. Shows a toast if that fails, and returns whether it succeeded. After
 * the end of the session, neither `onDone` nor a toast may reach the next member on the device.
 */
async function runAction(request: () => Promise<unknown>, onDone: () => void | Promise<void>): Promise<boolean> {
  const sessionId = getSession()?.sessionId
  try {
    await request()
    if (getSession()?.sessionId !== sessionId) return false
    await onDone()
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  }
}

/** Refreshes chat and counts while disconnected; otherwise pushes bring the change to every device. */
async function refreshWithoutPushes(chatId?: Id): Promise<void> {
  if (isConnected()) return
  await Promise.all([chatId ? catchUp(chatId) : null, loadCount()]).catch(() => undefined)
}

const removeChat = (chatId: Id): void => {
  removeDraft(chatKey(chatId))
  useChats.setState((state) => withoutChat(state, chatId))
}

async function applyResponse(request: () => Promise<ChatSummary>): Promise<ChatSummary> {
  const { asOf, apply } = beginRequest()
  const chat = await request()
  apply((state) => withFetchedSummary(state, chat, asOf))
  return chat
}

/** Ignores a member and shows a toast with an undo action. Calls `onChanged` after ignoring and after undoing. */
export function ignoreName(name: string, chatId?: Id, onChanged: () => void = () => undefined): Promise<boolean> {
  const refresh = async () => {
    await refreshWithoutPushes(chatId)
    onChanged()
  }
  const undoIgnore = () => runAction(() => postStopIgnoring(name), refresh)
  return runAction(
    () => postIgnore(name),
    async () => {
      const t = getTexts(chatsTexts)
      showToast({
        text: t('menu.ignored', { name }),
        action: { label: t('menu.undo'), run: () => void undoIgnore() },
      })
      await refresh()
    },
  )
}

export const ignore = ({ chatId, partner }: ChatSummary): Promise<boolean> => ignoreName(partner.userName, chatId)

export const stopIgnoringName = (name: string, chatId?: Id): Promise<boolean> =>
  runAction(
    () => postStopIgnoring(name),
    () => refreshWithoutPushes(chatId),
  )

export const stopIgnoring = ({ chatId, partner }: ChatSummary): Promise<boolean> =>
  stopIgnoringName(partner.userName, chatId)

export const leave = ({ chatId }: ChatSummary): Promise<boolean> =>
  runAction(
    () => postLeave(chatId),
    () => {
      removeChat(chatId)
      return refreshWithoutPushes()
    },
  )

export const withdraw = ({ chatId, partner: { userName: name } }: ChatSummary): Promise<boolean> =>
  runAction(
    () => postLeave(chatId),
    () => {
      removeChat(chatId)
      showToast({ text: getTexts(chatsTexts)('invite.withdrawn', { name }) })
      return refreshWithoutPushes()
    },
  )

export function acceptInvite(chatId: Id): Promise<boolean> {
  // The push that opens the chat may arrive before the response.
  expectFirstVisit(chatId)
  return runAction(() => applyResponse(() => postAccept(chatId)), refreshWithoutPushes)
}

export const accept = ({ chatId }: ChatSummary): Promise<boolean> => acceptInvite(chatId)

export const markMaybe = ({ chatId }: ChatSummary): Promise<boolean> =>
  runAction(() => applyResponse(() => postMaybe(chatId)), refreshWithoutPushes)

export const declineInvite = (chatId: Id, name: string): Promise<boolean> =>
  runAction(
    () => postDecline(chatId),
    () => {
      removeChat(chatId)
      showToast({ text: getTexts(chatsTexts)('invite.declined', { name }) })
      return refreshWithoutPushes()
    },
  )

export const decline = ({ chatId, partner }: ChatSummary): Promise<boolean> => declineInvite(chatId, partner.userName)

/**
 * Sends the first message to a member. Throws, unlike the other actions, so that the form can show the error and keep
 * the text.
 */
export const invite = (recipientName: string, message: string): Promise<ChatSummary> =>
  applyResponse(() => postInvite(recipientName, message))
