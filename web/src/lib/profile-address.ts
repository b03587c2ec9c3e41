/** Where a member's profile is. */
export const profileAddress = (userName: string): string => `/profile?name=${encodeURIComponent(userName)}`
