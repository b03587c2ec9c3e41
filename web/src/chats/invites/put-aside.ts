import type { Id } from '@app/contract/base'
import type { AnswerInvites, ChatSummary } from '@app/contract/chats'
import { INVITE_ANSWERS_MAX } from '@app/contract/limits'
import { create } from 'zustand'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { loadInSession } from '../../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../../lib/http/loadable.ts'
import { createPageLoads } from '../../lib/http/page-loads.ts'
import { getSession, inSession, useSessionState } from '../../lib/http/session.ts'
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

const pageLoads = createPageLoads()

/** Loads the page after the last invite, or the first page if all were answered; throws if that fails. */
export async function loadMorePutAside(): Promise<void> {
  const { data } = usePutAside.getState().list
  if (!data?.hasMore) return
  const last = data.invites.at(-1)?.chatId
  const append = inSession((page: ChatSummary[]) =>
    usePutAside.setState(({ list }) => ({
      // If the list has been reloaded or answered meanwhile, its last invite may be another one.
      list: mapData(list, (current) =>
        current.invites.at(-1)?.chatId === last ? { ...toPage(page), invites: [...current.invites, ...page] } : current,
      ),
    })),
  )
  await pageLoads.run('put-aside', async () => append(await getPutAside(PAGE_SIZE, last)))
}

const removeInvites = (chatIds: readonly Id[]): void =>
  usePutAside.setState(({ list }) => ({
    list: mapData(list, ({ invites, hasMore }) => ({
      hasMore,
      invites: invites.filter(({ chatId }) => !chatIds.includes(chatId)),
    })),
  }))

/** Loads the next invites if all loaded ones were answered; shows a toast if that fails. */
const refill = async (): Promise<void> => {
  if (usePutAside.getState().list.data?.invites.length === 0) await loadMorePutAside().catch(showErrorToast)
}

/**
 * Answers these invites in batches, and removes each answered batch from the list, which is then refilled. Shows a toast
 * if a batch fails, and returns whether all succeeded. Stops at the end of the session.
 */
export async function answerPutAside(chatIds: readonly Id[], answer: AnswerInvites['answer']): Promise<boolean> {
  const sessionId = getSession()?.sessionId
  const hasEnded = () => getSession()?.sessionId !== sessionId
  try {
    for (let start = 0; start < chatIds.length; start += INVITE_ANSWERS_MAX) {
      const batch = chatIds.slice(start, start + INVITE_ANSWERS_MAX)
      await postAnswers({ chatIds: batch, answer })
      // The next batch would be sent as the next member on the device.
      if (hasEnded()) return false
      removeInvites(batch)
    }
    await refill()
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  } finally {
    if (answer === 'MOVE' && !hasEnded()) await Promise.all([loadList('invites'), loadCount()]).catch(() => undefined)
  }
}
