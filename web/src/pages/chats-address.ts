export const CHATS = '/chats'
export const INVITES = '/chats?tab=invites'
/** Followed by the group's id. */
export const GROUP_INVITE = `${INVITES}&group=`
