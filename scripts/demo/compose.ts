import type { DemoConversation } from './conversation.ts'
import { CONVERSATIONS_OF_MIRA } from './data/conversations-of-mira.ts'
import { CONVERSATIONS_OF_OTHERS } from './data/conversations-of-others.ts'
import { DEMO_INVITES, type DemoInvite } from './data/invites.ts'
import { SMALL_TALK } from './data/small-talk.ts'
import { History, otherRole } from './history.ts'
import { DEMO_MEMBERS } from './members.ts'
import { between, randomFrom, shuffled } from './random.ts'
import { type Line, lines } from './script.ts'

const SEED = 2_025
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Small talk ends this many days ago, before any `ending` begins, and takes place in the evening (hours in UTC). */
const QUIET_DAYS = 2
const EVENING = { from: 15, to: 19 }

type Setting = { now: Date; random: () => number; receipts: boolean; team: boolean }

/** Returns ascending times: the requested age, or some minutes after the previous line. */
class Clock {
  private at = 0
  private readonly setting: Setting

  constructor(setting: Setting) {
    this.setting = setting
  }

  ago(minutes: number): Date {
    return this.moveTo(this.setting.now.getTime() - minutes * MINUTE)
  }

  evening(daysAgo: number): Date {
    const { now, random } = this.setting
    const day = new Date(now.getTime() - daysAgo * DAY)
    return this.moveTo(
      day.setUTCHours(between(random, EVENING.from, EVENING.to), between(random, 0, 59), between(random, 0, 59), 0),
    )
  }

  soon(): Date {
    return this.moveTo(this.at + between(this.setting.random, 20, 400) * 1_000)
  }

  private moveTo(instant: number): Date {
    const latest = this.setting.now.getTime() - 1_000
    this.at = Math.min(Math.max(instant, this.at + 1_000), latest)
    return new Date(this.at)
  }
}

/** Picks pieces of small talk with the days ago on which they begin, and swaps the speakers of about half of them. */
function pickSmallTalk({ talk = 0 }: DemoConversation, startedDaysAgo: number, random: () => number) {
  const step = (startedDaysAgo - QUIET_DAYS) / (talk + 1)
  return shuffled(random, SMALL_TALK)
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
  const [first, ...opening] = lines(conversation.opening)
  if (first?.age === undefined) throw new Error('A conversation has to begin with an invite and its age.')
  const addLine = ({ speaker, text, age }: Line) =>
    history.addMessage(speaker, text, age === undefined ? clock.soon() : clock.ago(age))

  history.invite(first.text, clock.ago(first.age), team)
  if (!team) history.accept(clock.soon())
  for (const line of opening) addLine(line)
  for (const { piece, swap, daysAgo } of pickSmallTalk(conversation, (first.age * MINUTE) / DAY, random)) {
    piece.forEach(({ speaker, text }, index) => {
      history.addMessage(swap ? otherRole(speaker) : speaker, text, index === 0 ? clock.evening(daysAgo) : clock.soon())
    })
  }
  for (const line of lines(conversation.ending ?? '')) addLine(line)

  const lastSender = history.messages.at(-1)?.sender ?? 'creator'
  if (!conversation.unread) history.read(otherRole(lastSender), clock.soon())
  if (conversation.deletedMessage) history.deleteMessage(conversation.deletedMessage, clock.soon())
  if (conversation.left) history.leave(conversation.left)
  if (conversation.ignored) history.ignore(conversation.ignored)
  return history
}

function composeInvite({ age, text, maybe }: DemoInvite, setting: Setting): History {
  const history = new History(setting.receipts)
  history.invite(text, new Clock(setting).ago(age), false)
  if (maybe) history.moveToMaybe()
  return history
}

export type Chat = { creator: string; invited: string; history: History }

/** Returns every chat and invite of the demo. */
export function composeChats(now: Date): Chat[] {
  const random = randomFrom(SEED)
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
