/** Returns the URL of a member's profile. */
export const profileUrl = (userName: string): string => `/profile?name=${encodeURIComponent(userName)}`
