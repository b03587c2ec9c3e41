/** The HKDF `info` with which client and gateway derive the key of encrypted search results from the session token. */
export const SEARCH_KEY_INFO = 'profile-search'
