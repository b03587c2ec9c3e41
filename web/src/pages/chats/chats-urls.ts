export const CHATS = '/chats'
/** The admin's own, empty list of chats; for admins the team's chats are the default tab. */
export const OWN_CHATS = '/chats?tab=chats'
export const INVITES = '/chats?tab=invites'
/** The prefix of a group invite's path, followed by the group id. */
export const GROUP_INVITE_PREFIX = `${INVITES}&group=`
