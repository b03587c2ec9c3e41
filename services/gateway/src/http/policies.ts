/**
 * The rules for who may make a call. Each route names one; the first line of its action or query enforces it, for rows
 * with an owner by means of `@app/server/policies`.
 */
export const POLICIES = {
  visitor: 'Anybody, also without a session',
  member: 'A member with a session; the call touches only what is their own',
  'member.read': 'A member with a session; the answer holds only what this member may see',
  'visits.read':
    'The owner of the list; other members unless it is closed or one of the two ignores the other; never the team',
  'chat.read': 'One of the two members of the chat',
  'chat.answer': 'The invited member, while the invite is open',
  'chat.write': 'One of the two members, while the chat is open and neither ignores the other',
  'chat.leave': 'One of the two members; never the team',
  'event.find': 'A member, unless the author is on the way out or one of the two ignores the other',
  'event.read': 'The same, for a public event; for one of a group its members',
  'event.participants': 'Who may see the event, as far as its author shows who comes; the host always',
  'event.announce': 'An admin of the group that the event is for',
  'event.answer': 'Who may see the event, until it begins or is called off',
  'event.change': 'The author, while in its group, and the admins of its group; until it begins or is called off',
  'event.delete': 'The same, and the team',
  'group.chat': 'Those who are in the group',
  'group-message.edit': 'The author of the message, while in the group',
  'group-message.delete': 'The author of the message or comment, while in the group; the admins of the group; the team',
  'group.read': 'Who is in the group',
  'group.admin': 'An admin of the group; the owner cannot be put out or back',
  'group.join': 'Any member, while the group is open and neither its owner nor the member ignores the other',
  'group.answer': 'The invited member, while the invite is open',
  'group.end': 'The owner of the group, and the team',
  'photo.own': 'The owner of the photo',
  'ad.read': 'A member, unless the author is on the way out or one of the two ignores the other',
  'ad.edit': 'The author of the ad',
  'ad.delete': 'The author of the ad, and the team',
  'movie.read': 'A member, unless the author is on the way out or one of the two ignores the other',
  'movie.like': 'Who may see the entry, except its author',
  'movie.delete': 'The author of the entry, and the team',
  'news.publish': 'The team',
  'news-comment.delete': 'The author of the comment, and the team',
  'deck.replace': 'The team',
  'operations.read': 'The team',
  'operations.retry': 'The team',
  'message.delete': 'The author of the message',
  'pair.invite': 'A member whom the other does not ignore and who has no open chat or invite with them',
  'pair.grant': 'A member towards another, not the team, with whom they have an open chat',
  'pair.ignore': 'A member towards any other except the team',
  'pair.kiss': 'A member towards any other except the team, unless one of the two ignores the other',
  'pair.verify':
    'A member towards another with whom they have an open chat; taking back and rejecting also after it has ended',
} as const

export type Policy = keyof typeof POLICIES

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rule for who may make this call. */
    policy?: Policy
    /** The kind of body that the route accepts; JSON if it has a body schema and no kind. */
    body?: 'text' | 'multipart' | 'oneClick'
    /** How long the handler may take if longer than usual, in milliseconds. */
    handlerTimeoutMs?: number
  }
}
