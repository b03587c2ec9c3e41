/** The database of what can be read without a network. */
export const COPY = 'salong.chats'
