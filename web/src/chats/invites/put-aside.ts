import type { Id } from '@app/contract/base'
import type { AnswerInvites, ChatSummary } from '@app/contract/chats'
import { INVITE_ANSWERS_MAX } from '@app/contract/limits'
import { create } from 'zustand'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { loadInSession } from '../../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../../lib/http/loadable.ts'
import { useSessionState } from '../../lib/http/session.ts'
import { getPutAside, postAnswers } from '../action-api.ts'
import { loadCount, loadList } from '../loads.ts'

const PAGE_SIZE = INVITE_ANSWERS_MAX

type PutAside = { invites: readonly ChatSummary[]; hasMore: boolean }

const EMPTY: { list: Loadable<PutAside> } = { list: notStarted }

/** The invites that the member's contact rule put aside, newest first. No push changes them. */
export const usePutAside = create(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) usePutAside.setState(EMPTY)
})

const toPage = (invites: ChatSummary[]): PutAside => ({ invites, hasMore: invites.length === PAGE_SIZE })

export const loadPutAside = (): Promise<void> =>
  loadInSession(
    () => getPutAside(PAGE_SIZE).then(toPage),
    (change) => usePutAside.setState(({ list }) => ({ list: change(list) })),
  )

/** Loads the page after the last invite; shows a toast if that fails. */
export async function loadMorePutAside(): Promise<void> {
  const last = usePutAside.getState().list.data?.invites.at(-1)
  if (!last) return
  await getPutAside(PAGE_SIZE, last.chatId).then((page) => {
    const append = ({ invites }: PutAside) => ({ ...toPage(page), invites: [...invites, ...page] })
    usePutAside.setState(({ list }) => ({ list: mapData(list, append) }))
  }, showErrorToast)
}

/**
 * Answers these invites and removes them from the list. Shows a toast if that fails, and returns whether it succeeded.
 */
export async function answerPutAside(chatIds: readonly Id[], answer: AnswerInvites['answer']): Promise<boolean> {
  try {
    for (let start = 0; start < chatIds.length; start += INVITE_ANSWERS_MAX)
      await postAnswers({ chatIds: chatIds.slice(start, start + INVITE_ANSWERS_MAX), answer })
  } catch (error) {
    showErrorToast(error)
    return false
  }
  const remove = ({ invites, hasMore }: PutAside) => ({
    hasMore,
    invites: invites.filter(({ chatId }) => !chatIds.includes(chatId)),
  })
  usePutAside.setState(({ list }) => ({ list: mapData(list, remove) }))
  if (answer === 'MOVE') await Promise.all([loadList('invites'), loadCount()]).catch(() => undefined)
  return true
}
