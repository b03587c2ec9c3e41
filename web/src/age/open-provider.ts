/** Leaves the client for the page of the provider. */
export const openProvider = (url: string): void => location.assign(url)
