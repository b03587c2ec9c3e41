export const CHATS = '/chats'
/** An admin's own chats: there are none, and the team's come first. */
export const OWN_CHATS = '/chats?tab=chats'
export const INVITES = '/chats?tab=invites'
/** Followed by the group's id. */
export const GROUP_INVITE = `${INVITES}&group=`
