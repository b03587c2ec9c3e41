import { setTimeout as pause } from 'node:timers/promises'
import type { ChatMessage, ChatResponse } from '@app/contract/chats'
import { FALLBACK_INTERVAL } from '@app/contract/limits'
import { type Api, backoffMs } from './api.ts'
import { connectWithRetry } from './connection.ts'

/** The state of a chat as a member sees it. `shown` only grows at its end; an older message counts as out of order. */
export type Sight = {
  version: number
  unread: number
  shown: ChatMessage[]
  ids: Set<string>
  shownAt: Map<string, number>
  duplicates: number
  outOfOrder: number
}

export type Viewer = {
  sights: Map<string, Sight>
  /** Connections, requests for missed changes, and gaps detected in pushes. */
  counts: { connects: number; resyncs: number; gaps: number }
  /** Resolves on the next connection to the hub. */
  untilReady: () => Promise<void>
  close: () => void
}

const isLater = (one: string, other: string): boolean => BigInt(one) > BigInt(other)

function showMessages(sight: Sight, messages: ChatMessage[]): void {
  for (const message of messages) {
    const last = sight.shown.at(-1)
    if (sight.ids.has(message.id)) sight.duplicates += 1
    else if (last && !isLater(message.id, last.id)) sight.outOfOrder += 1
    else {
      sight.shown.push(message)
      sight.ids.add(message.id)
      sight.shownAt.set(message.id, performance.now())
    }
  }
}

type Dependencies = { url: string; token: string; api: Api; sights: Map<string, Sight> }

/** Follows a member's chats like the client: applies pushes in order and requests skipped changes. */
export function createViewer({ url, token, api, sights }: Dependencies): Viewer {
  const counts = { connects: 0, resyncs: 0, gaps: 0 }
  const resyncing = new Map<string, { shouldRepeat: boolean }>()
  let isClosed = false

  function applyAnswer(sight: Sight, { chat, messages }: ChatResponse): void {
    showMessages(sight, messages)
    if (chat.version < sight.version) return
    sight.version = chat.version
    sight.unread = chat.newMessages
  }

  async function requestChanges(chatId: string, sight: Sight): Promise<boolean> {
    counts.resyncs += 1
    const outcome = await api.changes(chatId, sight.version)
    if ('refused' in outcome) throw new Error(outcome.refused)
    if (!('body' in outcome)) return false
    if (outcome.body.tooOld) return reload(chatId, sight)
    applyAnswer(sight, outcome.body)
    return true
  }

  async function reload(chatId: string, sight: Sight): Promise<boolean> {
    for (;;) {
      const outcome = await api.after(chatId, sight.shown.at(-1)?.id ?? '1')
      if (!('body' in outcome)) return false
      applyAnswer(sight, outcome.body)
      if (outcome.body.messages.length < 100) return true
    }
  }

  /** Runs one request per chat at a time; requests during it result in one more. */
  async function resync(chatId: string): Promise<void> {
    const sight = sights.get(chatId)
    const running = resyncing.get(chatId)
    if (running) running.shouldRepeat = true
    if (running || !sight) return
    const ownRun = { shouldRepeat: false }
    resyncing.set(chatId, ownRun)
    for (let attempt = 0; !isClosed; attempt++) {
      ownRun.shouldRepeat = false
      const isAnswered = await requestChanges(chatId, sight)
      if (isAnswered && !ownRun.shouldRepeat) break
      if (!isAnswered) await pause(backoffMs(attempt))
    }
    resyncing.delete(chatId)
  }

  /** Applies the next version, resyncs if versions were skipped, and counts an older version as a duplicate. */
  function onChange(chatId: string, version: number, unread: number, messages: ChatMessage[]): void {
    const sight = sights.get(chatId)
    if (!sight) return
    if (version > sight.version + 1) {
      counts.gaps += 1
      void resync(chatId)
      return
    }
    if (version === sight.version + 1) {
      showMessages(sight, messages)
      sight.version = version
    } else sight.duplicates += messages.length
    if (version >= sight.version) sight.unread = unread
  }

  const resyncAll = () => {
    for (const chatId of sights.keys()) void resync(chatId)
  }
  const connection = connectWithRetry(url, token, {
    onReady: () => {
      counts.connects += 1
      resyncAll()
    },
    onMessage: ({ chatId, version, newMessages, message }) => onChange(chatId, version, newMessages, [message]),
    onRead: ({ chat }) => onChange(chat.chatId, chat.version, chat.newMessages, []),
  })
  const fallback = setInterval(() => connection.isUp() || resyncAll(), FALLBACK_INTERVAL)

  return {
    sights,
    counts,
    untilReady: connection.untilReady,
    close() {
      isClosed = true
      clearInterval(fallback)
      connection.close()
    },
  }
}
