/** Returns the address of a member's profile. */
export const profileAddress = (userName: string): string => `/profile?name=${encodeURIComponent(userName)}`
