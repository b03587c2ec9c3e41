import { DAY_MS } from '@app/contract/limits'
import type { DemoConversation } from './conversation.ts'
import { CONVERSATIONS_OF_MIRA } from './data/conversations-of-mira.ts'
import { CONVERSATIONS_OF_OTHERS } from './data/conversations-of-others.ts'
import { DEMO_INVITES, type DemoInvite } from './data/invites.ts'
import { SMALL_TALK } from './data/small-talk.ts'
import { History, otherRole } from './history.ts'
import { DEMO_MEMBERS } from './members.ts'
import { createRandom, pickInteger, shuffle } from './random.ts'
import { type Line, parseLines } from './script.ts'

const SEED = 2_025
const MINUTE_MS = 60_000
/** Small talk begins at least this many days ago, since most endings begin later. */
const QUIET_DAYS = 2
/** The hours, in UTC, in which a piece of small talk begins. */
const EVENING = { from: 15, to: 19 }

type Setting = { now: Date; random: () => number; receipts: boolean; team: boolean }

/**
 * Dates the lines of a conversation in ascending order: by the given age, on the evening of a given day, or up to seven
 * minutes after the previous line. A time that is not later than the previous line's is moved just after it, and none
 * is in the future.
 */
class Clock {
  private at = 0
  private readonly setting: Setting

  constructor(setting: Setting) {
    this.setting = setting
  }

  moveToAge(minutes: number): Date {
    return this.moveTo(this.setting.now.getTime() - minutes * MINUTE_MS)
  }

  moveToEvening(daysAgo: number): Date {
    const { now, random } = this.setting
    const day = new Date(now.getTime() - daysAgo * DAY_MS)
    return this.moveTo(
      day.setUTCHours(
        pickInteger(random, EVENING.from, EVENING.to),
        pickInteger(random, 0, 59),
        pickInteger(random, 0, 59),
        0,
      ),
    )
  }

  moveOn(): Date {
    return this.moveTo(this.at + pickInteger(this.setting.random, 20, 400) * 1_000)
  }

  private moveTo(time: number): Date {
    const latest = this.setting.now.getTime() - 1_000
    this.at = Math.min(Math.max(time, this.at + 1_000), latest)
    return new Date(this.at)
  }
}

/** Picks pieces of small talk and the day on which each begins; in about half of them the speakers are swapped. */
function pickSmallTalk({ talk = 0 }: DemoConversation, startedDaysAgo: number, random: () => number) {
  const step = (startedDaysAgo - QUIET_DAYS) / (talk + 1)
  return shuffle(random, SMALL_TALK)
    .slice(0, talk)
    .map((piece, index) => ({
      piece,
      swap: random() < 0.5,
      daysAgo: Math.max(QUIET_DAYS, Math.floor(startedDaysAgo - (index + 1) * step)),
    }))
}

/** Composes a whole conversation, from the invite to the last message. */
function composeConversation(conversation: DemoConversation, setting: Setting): History {
  const { random, receipts, team } = setting
  const history = new History(receipts)
  const clock = new Clock(setting)
  const [first, ...opening] = parseLines(conversation.opening)
  if (first?.age === undefined) {
    const { creator, invited } = conversation
    throw new Error(`The conversation of ${creator} with ${invited} has to begin with an invite and its age.`)
  }
  const addLine = ({ speaker, text, age }: Line) =>
    history.addMessage(speaker, text, age === undefined ? clock.moveOn() : clock.moveToAge(age))

  history.invite(first.text, clock.moveToAge(first.age), team)
  if (!team) history.accept(clock.moveOn())
  for (const line of opening) addLine(line)
  for (const { piece, swap, daysAgo } of pickSmallTalk(conversation, (first.age * MINUTE_MS) / DAY_MS, random)) {
    piece.forEach(({ speaker, text }, index) => {
      history.addMessage(
        swap ? otherRole(speaker) : speaker,
        text,
        index === 0 ? clock.moveToEvening(daysAgo) : clock.moveOn(),
      )
    })
  }
  for (const line of parseLines(conversation.ending ?? '')) addLine(line)

  const lastSender = history.messages.at(-1)?.sender ?? 'creator'
  if (!conversation.unread) history.read(otherRole(lastSender), clock.moveOn())
  if (conversation.deletedMessage) history.deleteMessage(conversation.deletedMessage, clock.moveOn())
  if (conversation.left) history.leave(conversation.left)
  if (conversation.ignored) history.ignore(conversation.ignored)
  return history
}

function composeInvite({ age, text, maybe }: DemoInvite, setting: Setting): History {
  const history = new History(setting.receipts)
  history.invite(text, new Clock(setting).moveToAge(age), false)
  if (maybe) history.moveToMaybe()
  return history
}

export type Chat = { creator: string; invited: string; history: History }

/** Returns every chat and invite of the demo. */
export function composeChats(now: Date): Chat[] {
  const random = createRandom(SEED)
  const members = new Map(DEMO_MEMBERS.map((member) => [member.userName, member]))
  const createSetting = ({ creator, invited }: Omit<Chat, 'history'>): Setting => {
    const pair = [members.get(creator), members.get(invited)]
    return {
      now,
      random,
      receipts: !pair.some((member) => member?.receiptsOff),
      team: pair.some((member) => member?.admin),
    }
  }
  return [
    ...[...CONVERSATIONS_OF_MIRA, ...CONVERSATIONS_OF_OTHERS].map((chat) => ({
      ...chat,
      history: composeConversation(chat, createSetting(chat)),
    })),
    ...DEMO_INVITES.map((chat) => ({ ...chat, history: composeInvite(chat, createSetting(chat)) })),
  ]
}
