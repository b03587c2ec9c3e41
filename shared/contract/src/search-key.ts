/** What the key of an encrypted hit list is drawn for, besides the session. */
export const SEARCH_KEY_INFO = 'profile-search'
