/** The HKDF info of the key for encrypted hit lists, next to the session. */
export const SEARCH_KEY_INFO = 'profile-search'
