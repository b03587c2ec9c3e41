import { setTimeout as pause } from 'node:timers/promises'
import type { ChatMessage, ChatResponse } from '@app/contract/chats'
import { FALLBACK_INTERVAL_MS } from '@app/contract/limits'
import { type Api, backoffMs } from './api.ts'
import { connectWithRetry } from './connection.ts'

/** The state of a chat as a member sees it. `shown` only grows at its end; an older message counts as out of order. */
export type ChatView = {
  version: number
  unread: number
  shown: ChatMessage[]
  ids: Set<string>
  shownAt: Map<string, number>
  duplicates: number
  outOfOrder: number
}

export type Viewer = {
  chatViews: Map<string, ChatView>
  /** Connections, requests for missed changes, and gaps detected in pushes. */
  counts: { connects: number; resyncs: number; gaps: number }
  /** Resolves on the next connection to the hub. */
  waitForReconnect: () => Promise<void>
  close: () => void
}

const isLater = (one: string, other: string): boolean => BigInt(one) > BigInt(other)

function showMessages(chatView: ChatView, messages: ChatMessage[]): void {
  for (const message of messages) {
    const last = chatView.shown.at(-1)
    if (chatView.ids.has(message.id)) chatView.duplicates += 1
    else if (last && !isLater(message.id, last.id)) chatView.outOfOrder += 1
    else {
      chatView.shown.push(message)
      chatView.ids.add(message.id)
      chatView.shownAt.set(message.id, performance.now())
    }
  }
}

type Dependencies = { url: string; token: string; api: Api; chatViews: Map<string, ChatView> }

/** Follows a member's chats like the client: applies pushes in order and requests skipped changes. */
export function createViewer({ url, token, api, chatViews }: Dependencies): Viewer {
  const counts = { connects: 0, resyncs: 0, gaps: 0 }
  const resyncing = new Map<string, { shouldRepeat: boolean }>()
  let isClosed = false

  function applyResponse(chatView: ChatView, { chat, messages }: ChatResponse): void {
    showMessages(chatView, messages)
    if (chat.version < chatView.version) return
    chatView.version = chat.version
    chatView.unread = chat.newMessages
  }

  async function requestChanges(chatId: string, chatView: ChatView): Promise<boolean> {
    counts.resyncs += 1
    const outcome = await api.changes(chatId, chatView.version)
    if ('rejected' in outcome) throw new Error(outcome.rejected)
    if (!('body' in outcome)) return false
    if (outcome.body.tooOld) return reload(chatId, chatView)
    applyResponse(chatView, outcome.body)
    return true
  }

  async function reload(chatId: string, chatView: ChatView): Promise<boolean> {
    for (;;) {
      const outcome = await api.after(chatId, chatView.shown.at(-1)?.id ?? '1')
      if (!('body' in outcome)) return false
      applyResponse(chatView, outcome.body)
      if (outcome.body.messages.length < 100) return true
    }
  }

  /** Runs one request per chat at a time. Calls during a request result in one further request. */
  async function resync(chatId: string): Promise<void> {
    const chatView = chatViews.get(chatId)
    const running = resyncing.get(chatId)
    if (running) running.shouldRepeat = true
    if (running || !chatView) return
    const ownRun = { shouldRepeat: false }
    resyncing.set(chatId, ownRun)
    for (let attempt = 0; !isClosed; attempt++) {
      ownRun.shouldRepeat = false
      const hasResponse = await requestChanges(chatId, chatView)
      if (hasResponse && !ownRun.shouldRepeat) break
      if (!hasResponse) await pause(backoffMs(attempt))
    }
    resyncing.delete(chatId)
  }

  /** Applies the next version, resyncs if versions were skipped, and counts an older version as a duplicate. */
  function onChange(chatId: string, version: number, unread: number, messages: ChatMessage[]): void {
    const chatView = chatViews.get(chatId)
    if (!chatView) return
    if (version > chatView.version + 1) {
      counts.gaps += 1
      void resync(chatId)
      return
    }
    if (version === chatView.version + 1) {
      showMessages(chatView, messages)
      chatView.version = version
    } else chatView.duplicates += messages.length
    if (version >= chatView.version) chatView.unread = unread
  }

  const resyncAll = () => {
    for (const chatId of chatViews.keys()) void resync(chatId)
  }
  const connection = connectWithRetry(url, token, {
    onReady: () => {
      counts.connects += 1
      resyncAll()
    },
    onMessage: ({ chatId, version, newMessages, message }) => onChange(chatId, version, newMessages, [message]),
    onRead: ({ chat }) => onChange(chat.chatId, chat.version, chat.newMessages, []),
  })
  const fallback = setInterval(() => connection.isUp() || resyncAll(), FALLBACK_INTERVAL_MS)

  return {
    chatViews,
    counts,
    waitForReconnect: connection.waitForReconnect,
    close() {
      isClosed = true
      clearInterval(fallback)
      connection.close()
    },
  }
}
