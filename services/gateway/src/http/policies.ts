/**
 * The rules for who may use a route, as the API documentation shows them. Each route names one; its action or query
 * enforces it, through `@app/server/policies` if it depends on a row.
 */
export const POLICIES = {
  visitor: 'Everybody, with or without a session',
  member: 'A member with a session; the request affects only their own data',
  'member.read': 'A member with a session; the response contains only what this member may see',
  'visits.read': 'The owner of the list; other members unless it is closed or one ignores the other; never the team',
  'chat.read': 'The two members of the chat',
  'chat.answer': 'The invited member, while the invite is open',
  'chat.write': 'The two members, while the chat is open and neither ignores the other',
  'chat.leave': 'The two members; never the team',
  'event.find': "A member, unless the author's account is being deleted or one ignores the other",
  'event.read':
    "Members of its group, or any member if it is public; unless its author's account is being deleted or one ignores the other",
  'event.participants': 'Members who may see the event, as far as its author shows participants; always its hosts',
  'event.announce': 'An admin of the group that the event is for',
  'event.answer': 'Members who may see the event, until it begins or is canceled',
  'event.change': 'The author, while in its group, and the admins of its group; until the event begins or is canceled',
  'event.cancel': 'The author, while in its group; the admins of its group',
  'group.chat': 'The members of the group',
  'group-message.edit': 'The author of the message, while in the group',
  'comment.edit': 'The author of the comment, for 15 minutes, while in the group',
  'group-message.delete': 'The author of the post or comment, while in the group; the admins of the group',
  'group.read': 'The members of the group',
  'group.admin': 'An admin of the group; the owner can be neither removed nor demoted',
  'group.join': 'Any member, while the group is open and neither its owner nor the member ignores the other',
  'group.answer': 'The invited member, while the invite is open',
  'group.delete': 'The owner of the group',
  'photo.own': 'The owner of the photo; in chats and groups its sender, while they may write there',
  'ad.read': "A member, unless the author's account is being deleted or one ignores the other",
  'ad.edit': 'The author of the ad',
  'ad.delete': 'The author of the ad',
  'movie.read': "A member, unless the author's account is being deleted or one ignores the other",
  'movie.like': 'Members who may see the entry, except its author',
  'movie.delete': 'The author of the entry',
  'news.publish': 'Admins with the duty PUBLISH',
  'news-comment.delete': 'The author of the comment',
  'deck.replace': 'Admins with the duty PUBLISH',
  'operations.read': 'Admins with the duty OPERATE',
  'operations.retry': 'Admins with the duty OPERATE',
  'team.lead': 'Admins with the duty LEAD whose session began with a passkey; nobody can change their own duties',
  'team.figures': 'Admins with the duty MODERATE or LEAD whose session began with a passkey',
  'case.queue':
    'Admins with the duty MODERATE whose session began with a passkey; never cases in which they have an interest of their own',
  'case.open': 'Like case.queue; never a private message that nobody has reported',
  'case.claim': 'Like case.queue, while no other admin has the case',
  'case.read': 'The admin who has claimed the case; like case.queue while the state of the case needs no claim',
  'case.approve': 'The admin who has claimed the case, other than the one who requested the approval',
  'case.hand-over':
    'Admins with the duties MODERATE and LEAD whose session began with a passkey, without an interest of their own',
  'saved-search.own': 'The member who has saved the search',
  'passkey.own': 'The owner of the passkey',
  'message.delete': 'The author of the message',
  'message.edit': 'The author of the message, for 15 minutes, while the chat is open and neither ignores the other',
  'pair.invite':
    'A member whom the contact rule of the other does not refuse, without a chat or invite between the two, unless one ignores the other',
  'pair.grant':
    'A member, for another with an open chat between the two; never for the team; revoking even after the chat has ended',
  'pair.ignore': 'A member, for any other member except the team',
  'pair.block': 'A member, for any other member except the team',
  'block.own': 'The member who has blocked the other',
  'pair.kiss': 'A member, for any other member except the team, unless one ignores the other',
  'report.file': 'A member who may see the content, or could in the last 14 days, or 30 days in chats; never the team',
  'report.own': 'The member who filed the report',
  'decision.own': 'The member whom the decision concerns',
  'statement.link': 'Everybody with the link from the email about a decision',
  'case.decide':
    'Admins with the duty MODERATE who have claimed the case and have no interest of their own in it; their session began with a passkey',
  'case.confirm': 'Like case.decide, but never the admin who made the decision',
  'appeal.decide':
    'Like case.decide, but never an admin who made or confirmed the decision; in a team of one after a day',
  'pair.verify':
    'A member, for another with an open chat between the two; withdrawing and rejecting even after the chat has ended',
} as const

export type Policy = keyof typeof POLICIES

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rule for who may use this route. */
    policy?: Policy
    /** The kind of body that the route accepts; JSON by default. */
    body?: 'text' | 'multipart' | 'oneClick'
    /** The timeout of the handler if it is longer than usual, in milliseconds. */
    handlerTimeoutMs?: number
  }
}
