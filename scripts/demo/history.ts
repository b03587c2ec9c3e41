import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'

export type Role = 'creator' | 'invited'

type Message = { sender: Role; text: string | null; sentAt: Date; deletedAt: Date | null; version: number }

/** One member's side of a chat. `lastRead` is an index into the messages, -1 before the first. */
type Side = { folder: 'CHATS' | 'INVITES' | 'MAYBE' | 'SENT' | 'GONE'; lastRead: number; lastReadAt: Date | null }

export const otherRole = (role: Role): Role => (role === 'creator' ? 'invited' : 'creator')

/**
 * The history of one chat. It applies what members do by the rules of the product, so that the stored counters match.
 */
export class History {
  state: 'INVITED' | 'OPEN' | 'ENDED' = 'INVITED'
  version = 0
  messages: Message[] = []
  acceptedAt: Date | null = null
  ignoredBy: Role | null = null
  /** The time by which lists order the chat. */
  lastUpdate = new Date(0)
  sides: Record<Role, Side> = {
    creator: { folder: 'SENT', lastRead: -1, lastReadAt: null },
    invited: { folder: 'INVITES', lastRead: -1, lastReadAt: null },
  }
  /** Whether both members show read receipts; only then does reading increment the version. */
  private readonly receipts: boolean

  constructor(receipts: boolean) {
    this.receipts = receipts
  }

  /** Invites; a chat with the team opens immediately. */
  invite(text: string, at: Date, team: boolean): void {
    if (team) this.open()
    this.addMessage('creator', text, at)
  }

  accept(at: Date): void {
    this.open()
    this.version += 1
    this.acceptedAt = at
    this.lastUpdate = at
    this.moveReadPosition('invited', at)
    Object.assign(this.sides.creator, { lastRead: -1, lastReadAt: null })
  }

  private open(): void {
    this.state = 'OPEN'
    this.sides.creator.folder = 'CHATS'
    this.sides.invited.folder = 'CHATS'
  }

  moveToMaybe(): void {
    this.sides.invited.folder = 'MAYBE'
  }

  addMessage(sender: Role, text: string, at: Date): void {
    this.version += 1
    this.messages.push({ sender, text, sentAt: at, deletedAt: null, version: this.version })
    this.lastUpdate = at
    this.moveReadPosition(sender, at)
  }

  read(reader: Role, at: Date): void {
    if (this.sides[reader].lastRead === this.messages.length - 1) return
    this.moveReadPosition(reader, at)
    if (this.receipts) this.version += 1
  }

  private moveReadPosition(reader: Role, at: Date): void {
    Object.assign(this.sides[reader], { lastRead: this.messages.length - 1, lastReadAt: at })
  }

  deleteMessage(text: string, at: Date): void {
    const message = this.messages.find((candidate) => candidate.text === text)
    if (!message) throw new Error(`There is no message with the text: ${text}`)
    this.version += 1
    Object.assign(message, { text: null, deletedAt: at, version: this.version })
  }

  leave(role: Role): void {
    this.sides[role].folder = 'GONE'
    this.state = 'ENDED'
    this.version += 1
  }

  ignore(role: Role): void {
    this.ignoredBy = role
    this.version += 1
  }

  countUnread(reader: Role): number {
    if (this.state === 'INVITED') return 0
    const { lastRead } = this.sides[reader]
    const isAcceptanceUnread = this.acceptedAt !== null && reader === 'creator' && lastRead < 0
    const unread = this.messages.filter(
      ({ sender, text }, index) => index > lastRead && sender !== reader && text !== null,
    )
    return unread.length + Number(isAcceptanceUnread)
  }

  get startedAt(): Date {
    return this.messages[0]?.sentAt ?? this.lastUpdate
  }

  /** The preview and sender of the last message that is not deleted. */
  get lastMessage(): { preview: string; sender: Role } | null {
    const message = this.messages.findLast(({ text }) => text !== null)
    if (!message?.text) return null
    return { preview: [...message.text].slice(0, CHAT_PREVIEW_LENGTH).join(''), sender: message.sender }
  }
}
